import { Button } from '#client/ui/button.tsx'
import { Form, type FormProblem, SubmitButton, useForm } from '#client/ui/form.tsx'
import { DialogButtons } from '#client/ui/form-dialog.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Table } from '#client/ui/table.tsx'
import { dateFormats } from '#shared/statement.ts'
import type { FileColumns, StatementFormat } from '#shared/statement-schema.ts'
import styles from './columns-form.module.css'
import { type ChosenColumns, chosenOf, formatOf, guessColumns } from './guess-columns.ts'

type ColumnsFormProps = {
  file: FileColumns
  format: StatementFormat | undefined
  isPending: boolean
  onChoose: (format: StatementFormat) => void
  onClose: () => void
}

type ColumnField = Exclude<keyof ChosenColumns, 'dateFormat' | 'decimal'>
const fields: readonly { field: ColumnField; label: string }[] = [
  { field: 'date', label: 'Date' },
  { field: 'amount', label: 'Amount' },
  { field: 'debit', label: 'Money out' },
  { field: 'credit', label: 'Money in' },
  { field: 'reference', label: 'Reference' },
  { field: 'description', label: 'Description' },
  { field: 'details', label: 'More text' },
  { field: 'fee', label: 'Fee' },
  { field: 'balance', label: 'Balance after the line' },
  { field: 'currency', label: 'Currency' },
]

const decimals = [
  { value: '.', name: '1,234.50' },
  { value: ',', name: '1.234,50' },
] as const

export function ColumnsForm({ file, format, isPending, onChoose, onClose }: ColumnsFormProps) {
  const form = useForm<ChosenColumns>(format ? chosenOf(format) : guessColumns(file), check)
  const columns = file.columns.filter((column, at) => column !== '' && file.columns.indexOf(column) === at)
  return (
    <Form
      form={form}
      isPending={isPending}
      aria-label="Columns of the file"
      onSubmit={(chosen) => onChoose(formatOf(chosen))}
    >
      <p>Which column has what? Choose the amount, or money out and money in. It is remembered for this account.</p>
      <Table
        name="First lines of the file"
        columns={columns.map((name) => ({
          name,
          cell: ({ cells }: { cells: readonly string[] }) => cells[file.columns.indexOf(name)] ?? '',
        }))}
        rows={file.rows.map((cells, at) => ({ cells, at }))}
        rowKey={({ at }) => at}
      />
      <div className={styles.fields}>
        {fields.map(({ field, label }) => (
          <SelectField
            key={field}
            {...form.bind(field)}
            label={label}
            options={[
              { value: '', name: field === 'date' ? 'Choose' : 'None' },
              ...columns.map((column) => ({ value: column, name: column })),
            ]}
          />
        ))}
        <SelectField
          {...form.bind('dateFormat')}
          label="Dates are written"
          options={dateFormats.map((value) => ({ value, name: value }))}
        />
        <SelectField {...form.bind('decimal')} label="Amounts are written" options={decimals} />
      </div>
      <DialogButtons>
        <SubmitButton pendingLabel="Saving...">Use these columns</SubmitButton>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </DialogButtons>
    </Form>
  )
}

function check({ date, amount, debit, credit }: ChosenColumns): FormProblem | undefined {
  if (date === '') return { message: 'Choose the column of the date.', field: 'date' }
  const [hasAmount, hasBoth, hasOne] = [amount !== '', debit !== '' && credit !== '', debit !== '' || credit !== '']
  if (hasAmount && hasOne) return { message: 'Choose the amount, or money out and money in.', field: 'amount' }
  if (!hasAmount && !hasBoth)
    return { message: 'Choose the column of the amount, or those of money out and money in.', field: 'amount' }
  return undefined
}
