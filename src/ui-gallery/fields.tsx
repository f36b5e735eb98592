import { type ComponentProps, useState } from 'react'
import { AlertSwitches } from '#client/ui/alert-switches.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { ErrorSummary } from '#client/ui/error-summary.tsx'
import { type Evidence, EvidenceField } from '#client/ui/evidence-field.tsx'
import { FaultTable } from '#client/ui/fault-table.tsx'
import { Field } from '#client/ui/field.tsx'
import { FieldError } from '#client/ui/field-error.tsx'
import { FileDrop } from '#client/ui/file-drop.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { RedactionEditor } from '#client/ui/redaction-editor.tsx'
import { SaveVersion } from '#client/ui/save-version.tsx'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { SuggestField } from '#client/ui/suggest-field.tsx'
import { TextArea, TextField, type TextFieldProps } from '#client/ui/text-field.tsx'
import { Case, Section } from './section.tsx'

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

const picture =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='320' height='120'><rect width='320' height='120' fill='white'/></svg>"

function Redaction() {
  const [evidence, setEvidence] = useState<Evidence>()
  const [boxes, setBoxes] = useState<ComponentProps<typeof RedactionEditor>['boxes']>([])
  return (
    <>
      <EvidenceField value={evidence} onChange={setEvidence} />
      <RedactionEditor src={picture} boxes={boxes} onBoxes={setBoxes} />
    </>
  )
}

/** Form fields. */
export function Fields() {
  return (
    <Section title="Fields">
      <Case title="TextField">
        <Text label="Empty" start="" placeholder="Placeholder" />
        <Text label="Filled, with a hint" hint="What is expected here" />
        <Text label="Optional" optional start="" />
        <Text label="Wrong" error="Enter a number of 9 digits" start="12" />
        <Text label="Doubtful" warning="Phone numbers have 10 digits. You entered 2." start="12" />
      </Case>
      <Case title="TextField, kinds">
        <Text label="Mono" mono start="X2MW 9QP4 7TLZ 6KRD" />
        <Text label="Money" isMoney start="100" />
        <Text label="Read only" readOnly />
        <Text label={`A label that goes on: ${longWord}`} start={longWord} />
      </Case>
      <Case title="PasswordField, SelectField">
        <Password />
        <Choice label="Choice" />
        <Choice label="Wrong choice" error="Choose one" />
      </Case>
      <Case title="SuggestField">
        <Suggested label="Suggested" />
        <Suggested label="Wrong suggestion" error="Enter a name" />
      </Case>
      <Case title="FileDrop, EvidenceField, RedactionEditor, FaultTable">
        <FileDrop label="CSV file" accept=".csv" onFiles={() => undefined}>
          Drop a CSV file here, or choose it
        </FileDrop>
        <FileDrop label="CSV file" accept=".csv" isBusy onFiles={() => undefined}>
          Reading the file...
        </FileDrop>
        <Redaction />
        <FaultTable faults={[{ line: 3, column: 'Amount', message: "'1.005' is no amount like 1,234.50." }]} />
      </Case>
      <Case title="TextArea">
        <Area label="Several lines" />
        <Area label="Wrong" error="Say a little more" />
      </Case>
      <Case title="Checkbox">
        <Tick label="Not ticked" />
        <Tick label="Ticked, with a label long enough to need a second line on every screen it stands on" start />
        <Tick label="Wrong" error="Tick this to go on" />
      </Case>
      <Case title="AlertSwitches">
        <Alert />
      </Case>
      <Case title="Field, FieldError">
        <Field label="Any control" hint="Label, hint and error belong to it">
          {(ids) => <input {...ids} type="range" />}
        </Field>
        <FieldError>What is wrong and what to do</FieldError>
      </Case>
      <Case title="ErrorSummary">
        <ErrorSummary
          problems={[
            { field: 'email', message: 'Enter your email address' },
            { field: 'phone', message: `Enter your phone number, not ${longWord}` },
          ]}
          onGoTo={() => undefined}
        />
      </Case>
      <Case title="Form, SubmitButton">
        <Refused />
        <Refused isPending />
      </Case>
      <Case title="SaveVersion">
        <Outdated />
      </Case>
    </Section>
  )
}

type Start<Value> = { start?: Value }

function Text({ start = 'Dana Reyes', ...words }: Omit<TextFieldProps, 'value' | 'onValueChange'> & Start<string>) {
  const [value, setValue] = useState(start)
  return <TextField {...words} value={value} onValueChange={setValue} />
}

function Password() {
  const [value, setValue] = useState('correct horse')
  return <PasswordField label="Password" autoComplete="off" value={value} onValueChange={setValue} />
}

function Choice(words: { label: string; error?: string }) {
  const [value, setValue] = useState('one')
  return (
    <SelectField {...words} value={value} onValueChange={setValue}>
      <option value="one">One</option>
      <option value="two">Two</option>
    </SelectField>
  )
}

function Suggested(words: { label: string; error?: string }) {
  const [value, setValue] = useState('')
  return <SuggestField {...words} suggestions={['One', 'Two']} value={value} onValueChange={setValue} />
}

function Area(words: { label: string; error?: string }) {
  const [value, setValue] = useState('One line\nand another')
  return <TextArea {...words} value={value} onValueChange={setValue} />
}

function Alert() {
  const [hasSound, switchSound] = useState(true)
  return (
    <AlertSwitches
      title="When something arrives"
      noticeLabel="Show a desktop notification"
      hasNotice={false}
      hasSound={hasSound}
      isRefused
      switchNotice={async () => undefined}
      switchSound={switchSound}
    />
  )
}

function Tick({ start = false, ...words }: { label: string; error?: string } & Start<boolean>) {
  const [checked, setChecked] = useState(start)
  return <Checkbox {...words} checked={checked} onCheckedChange={setChecked} />
}

function Refused({ isPending = false }: { isPending?: boolean }) {
  const form = useForm({ nickname: '' }, ({ nickname }) =>
    nickname ? undefined : { title: 'Error', message: 'Enter a nickname', field: 'nickname' },
  )
  const refuse = () => form.report({ title: 'Not saved', message: 'The nickname is taken.' })
  return (
    <Form form={form} onSubmit={refuse} isPending={isPending} aria-label={isPending ? 'Pending form' : 'Refused form'}>
      <TextField label="Nickname" autoComplete="off" {...form.bind('nickname')} />
      <SubmitButton pendingLabel="Saving...">Save</SubmitButton>
    </Form>
  )
}

function Outdated() {
  const form = useForm({ brand: 'Gift Card Exchange' })
  const error = { message: 'A colleague has changed these values.', data: { code: 'conflict' } }
  return (
    <Form form={form} onSubmit={() => undefined} isPending={false} aria-label="Outdated form">
      <TextField label="Brand name" autoComplete="off" {...form.bind('brand')} />
      <SaveVersion one="value" many="values" isChanged error={error} onShowNew={() => undefined} />
    </Form>
  )
}

const choices = [
  { value: 'all', name: 'All' },
  { value: 'open', name: 'Open', count: 12 },
  { value: 'late', name: 'Late', urgent: 2 },
  { value: 'closed', name: 'Closed' },
] as const

/** Search boxes and filters of staff lists. */
export function Searching() {
  const [chosen, setChosen] = useState<(typeof choices)[number]['value']>('all')
  return (
    <Section title="Searching">
      <Case title="Search box, empty">
        <SearchBox
          label="Search an empty box"
          placeholder="Search by name..."
          committed=""
          onCommit={() => undefined}
        />
      </Case>
      <Case title="Search box with text">
        <SearchBox label="Search a filled box" placeholder="Search..." committed="dana" onCommit={() => undefined} />
      </Case>
      <Case title="Choice buttons">
        <ChoiceButtons label="Filter" choices={choices} chosen={chosen} onChoose={setChosen} />
      </Case>
      <Case title="Scroll region">
        <ScrollRegion aria-label="Example of a scroll region" style={{ overflowX: 'auto' }}>
          <p style={{ whiteSpace: 'nowrap', maxWidth: 'none' }}>
            A row of a table that is wider than a phone scrolls sideways, by touch and with the arrow keys.
          </p>
        </ScrollRegion>
      </Case>
    </Section>
  )
}
