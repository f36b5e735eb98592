import { type FormEvent, useRef, useState } from 'react'
import { formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { policyDefaults } from '#shared/policy.ts'
import type { PolicyVersion } from '#shared/policy-schema.ts'
import { type PolicyField, type PolicyValue, policyForms, shownValue, textOf, typedValue } from './policy-fields.ts'
import { PolicyHistory } from './policy-history.tsx'
import styles from './rules.module.css'

type Values = Readonly<Record<string, PolicyValue>>
/** What was typed, and the version that it is based on. */
type Draft = { base: number; texts: Readonly<Record<string, string>> }

/** The form of one policy. A change is based on the version that was shown when it began. */
export function PolicyForm({ policy }: { policy: PolicyVersion }) {
  const { name, version } = policy
  const values: Values = policy.values
  const defaults: Values = policyDefaults[name]
  const { title } = policyForms[name]
  const fields: Readonly<Record<string, PolicyField>> = policyForms[name].fields
  const [draft, setDraft] = useState<Draft>()
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const utils = trpc.useUtils()
  const toast = useToast()
  const { mutate, isPending, error, reset } = trpc.admin.policies.change.useMutation({
    onSuccess: (saved) => {
      utils.admin.policies.list.setData(undefined, (all) => all?.map((each) => (each.name === name ? saved : each)))
      void utils.admin.policies.versions.invalidate({ name })
      forget()
      toast({ title: 'Rules saved', description: `${title}, version ${saved.version}` })
    },
  })
  const isConflict = error?.data?.code === 'conflict'

  function forget() {
    setDraft(undefined)
    setTried(false)
    reset()
  }
  const type = (field: string, text: string) =>
    setDraft((old) => ({ base: old?.base ?? version, texts: { ...old?.texts, [field]: text } }))

  const rows = Object.entries(fields).map(([field, facts]) => {
    const text = draft?.texts[field] ?? textOf(facts, values[field])
    return { field, facts, text, typed: typedValue(facts, text) }
  })
  const isChanged = rows.some(({ field, typed }) => 'error' in typed || typed.value !== values[field])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isChanged || isPending || isConflict) return
    setTried(true)
    const wrong = rows.find(({ typed }) => 'error' in typed)
    if (wrong) return form.current?.querySelector<HTMLElement>(`[name="${wrong.field}"]`)?.focus()
    const given = rows.flatMap(({ field, typed }) => ('error' in typed ? [] : [[field, typed.value] as const]))
    mutate({ name, base: draft?.base ?? version, values: Object.fromEntries(given) })
  }

  return (
    <section aria-labelledby={`rules-${name}`} className={`stack gap-3 pad-top-5 ${styles.policy}`}>
      <h3 id={`rules-${name}`} className="text-lg">
        {title}
      </h3>
      <p className="muted">{changedText(policy)}</p>
      <form ref={form} className="stack gap-4" noValidate onSubmit={submit} aria-label={title}>
        {rows.map(({ field, facts, text, typed }) => (
          <RuleField
            key={field}
            name={field}
            field={facts}
            hint={`${facts.sentence} Default: ${shownValue(facts, defaults[field])}.`}
            text={text}
            onText={(next) => type(field, next)}
            error={tried && 'error' in typed ? typed.error : undefined}
          />
        ))}
        {error && (
          <Notice tone="bad" role="alert">
            <p>{error.message}</p>
            {isConflict && (
              <Button
                variant="secondary"
                size="small"
                onClick={() => {
                  forget()
                  void utils.admin.policies.invalidate()
                }}
              >
                Show the new rules
              </Button>
            )}
          </Notice>
        )}
        <div className="cluster gap-3">
          <Button
            type="submit"
            busy={isPending}
            disabledReason={
              isConflict ? 'Look at the new rules first' : isChanged ? undefined : 'Change a rule to save'
            }
          >
            {isPending ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
      <PolicyHistory name={name} />
    </section>
  )
}

/** 'Changed Nov 22, 2026, 10:02 AM by Robin, version 3' */
function changedText({ version, madeAt, madeBy }: PolicyVersion): string {
  return madeAt === null ? 'Never changed' : `Changed ${formatDateTime(madeAt)} by ${madeBy}, version ${version}`
}

type RuleFieldProps = {
  name: string
  field: PolicyField
  hint: string
  text: string
  onText: (text: string) => void
  error: string | undefined
}

function RuleField({ name, field, hint, text, onText, error }: RuleFieldProps) {
  const { label, kind } = field
  if (kind === 'choice')
    return (
      <SelectField label={label} name={name} hint={hint} value={text} onValueChange={onText}>
        {field.choices.map((choice) => (
          <option key={choice.label} value={String(choice.value)}>
            {choice.label}
          </option>
        ))}
      </SelectField>
    )
  return (
    <TextField
      label={label}
      name={name}
      hint={hint}
      inputMode={kind === 'money' ? 'decimal' : 'numeric'}
      isMoney={kind === 'money'}
      autoComplete="off"
      value={text}
      onValueChange={onText}
      error={error}
    />
  )
}
