import { Button } from '#client/ui/button.tsx'
import { Form, type FormProblem, SubmitButton, useForm } from '#client/ui/form.tsx'
import { DialogButtons } from '#client/ui/form-dialog.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Table } from '#client/ui/table.tsx'
import { type DateFormat, dateFormats } from '#shared/statement.ts'
import type { FileColumns, StatementFormat } from '#shared/statement-schema.ts'
import styles from './columns-form.module.css'

type ColumnsFormProps = {
  file: FileColumns
  format: StatementFormat | undefined
  isPending: boolean
  onChoose: (format: StatementFormat) => void
  onClose: () => void
}

/** The columns that a file may have, with their usual names. */
const fields = {
  date: { label: 'Date', usual: /^(date|posting date|posted date|transaction date|booking date)$/i },
  amount: { label: 'Amount', usual: /^(amount|gross|transaction amount)$/i },
  debit: { label: 'Money out', usual: /^(debit|withdrawals?|money out|paid out)$/i },
  credit: { label: 'Money in', usual: /^(credit|deposits?|money in|paid in)$/i },
  reference: {
    label: 'Reference',
    usual: /^(reference|reference number|transaction id|ref|check or slip #)$/i,
  },
  description: { label: 'Description', usual: /^(description|memo|payee|narrative|type)$/i },
  details: { label: 'More text', usual: /^(details|name|notes?)$/i },
  fee: { label: 'Fee', usual: /^fees?$/i },
  balance: { label: 'Balance after the line', usual: /^((running |account )?bal(ance)?\.?)$/i },
  currency: { label: 'Currency', usual: /^currency$/i },
}
const fieldNames = Object.keys(fields) as (keyof typeof fields)[]

type ChosenColumns = Record<keyof typeof fields, string> & { dateFormat: DateFormat; decimal: '.' | ',' }

const columnsBy = (textOf: (field: keyof typeof fields) => string) =>
  Object.fromEntries(fieldNames.map((field) => [field, textOf(field)])) as Record<keyof typeof fields, string>

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
        {fieldNames.map((field) => (
          <SelectField
            key={field}
            {...form.bind(field)}
            label={fields[field].label}
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

export function guessColumns({ columns, rows }: FileColumns): ChosenColumns {
  const chosen = columnsBy((field) => columns.find((column) => fields[field].usual.test(column)) ?? '')
  const cellsOf = (column: string) => rows.map((row) => row[columns.indexOf(column)] ?? '')
  const dates = cellsOf(chosen.date)
  const amounts = cellsOf(chosen.amount || chosen.debit)
  return {
    ...chosen,
    dateFormat: dateFormatOf(dates),
    decimal: amounts.some((cell) => /,\d{1,2}$/.test(cell)) ? ',' : '.',
    ...(chosen.amount && { debit: '', credit: '' }),
  }
}

function dateFormatOf(cells: readonly string[]) {
  if (cells.some((cell) => /^\d{4}-/.test(cell))) return 'YYYY-MM-DD'
  if (cells.some((cell) => /^\d{1,2}\./.test(cell))) return 'DD.MM.YYYY'
  return cells.some((cell) => Number(cell.split('/')[0]) > 12) ? 'DD/MM/YYYY' : 'MM/DD/YYYY'
}

export function formatOf(chosen: ChosenColumns): StatementFormat {
  const { date, dateFormat, decimal, ...optional } = chosen
  const present = Object.entries(optional).filter(([, column]) => column !== '')
  return { date, dateFormat, decimal, ...Object.fromEntries(present) }
}

export function chosenOf(format: StatementFormat): ChosenColumns {
  return { ...columnsBy(() => ''), ...format }
}
