import { useState } from 'react'
import { useCall, waitsToast } from '#client/calls/use-call.ts'
import { formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { CallButton } from '#client/ui/button.tsx'
import { Form, useForm } from '#client/ui/form.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SaveVersion } from '#client/ui/save-version.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { VersionHistory } from '#client/ui/version-history.tsx'
import { type PolicyName, type PolicyRule, policies, policyDefaults, rulesOf } from '#shared/policy.ts'
import type { PolicyVersion, WaitingControls } from '#shared/policy-schema.ts'
import { type PolicyValue, shownValue, textOf, typedValue } from './policy-fields.ts'

type Values = Readonly<Record<string, PolicyValue>>
type Texts = Readonly<Record<string, string>>

/** The form of one policy. A change is based on the version that was shown when it began. */
export function PolicyForm({ policy }: { policy: PolicyVersion }) {
  const { name, version } = policy
  const values: Values = policy.values
  const defaults: Values = policyDefaults[name]
  const { title } = policies[name]
  const waiting = waitingOf(policy)
  const [base, setBase] = useState<number>()
  const rowsOf = (texts: Texts) =>
    rulesOf(name).map(([field, facts]) => {
      const text = texts[field] ?? textOf(facts, values[field])
      return { field, facts, text, typed: typedValue(facts, text) }
    })
  const form = useForm<Texts>({}, (texts) =>
    rowsOf(texts).flatMap(({ field, typed }) => ('error' in typed ? [{ field, message: typed.error }] : [])),
  )
  const utils = trpc.useUtils()
  const { mutate, isPending, error, reset } = trpc.admin.policies.change.useMutation(
    useCall({
      toast: (saved) =>
        waitingOf(saved)
          ? { ...waitsToast, description: 'Looser rules do not apply yet.' }
          : { title: 'Rules saved', description: `${title}, version ${saved.version}` },
      onDone: (saved) => {
        utils.admin.policies.list.setData(undefined, (all) => all?.map((each) => (each.name === name ? saved : each)))
        forget()
      },
    }),
  )
  const isConflict = error?.data?.code === 'conflict'

  function forget() {
    form.reset()
    setBase(undefined)
    reset()
  }
  const rows = rowsOf(form.values)
  const isChanged = rows.some(({ field, typed }) => 'error' in typed || typed.value !== values[field])
  const submit = () => {
    if (!isChanged || isConflict) return
    const given = rows.flatMap(({ field, typed }) => ('error' in typed ? [] : [[field, typed.value] as const]))
    mutate({ name, base: base ?? version, values: Object.fromEntries(given) })
  }

  return (
    <section aria-labelledby={`rules-${name}`} className="stack gap-3 pad-top-5 line-top">
      <h3 id={`rules-${name}`} className="text-lg">
        {title}
      </h3>
      <p className="muted">{changedText(policy)}</p>
      {waiting && <WaitingRules waiting={waiting} changes={changesBetween(name, waiting.values, values)} />}
      <Form form={form} isPending={isPending} onSubmit={submit} aria-label={title}>
        {rows.map(({ field, facts, text }) => {
          const bound = form.bind(field)
          return (
            <RuleField
              key={field}
              {...bound}
              field={facts}
              hint={`${facts.sentence} Default: ${shownValue(facts, defaults[field])}.`}
              value={text}
              onValueChange={(next) => {
                setBase((before) => before ?? version)
                bound.onValueChange(next)
              }}
            />
          )
        })}
        <SaveVersion
          one="rule"
          many="rules"
          {...{ isChanged, error }}
          onShowNew={() => {
            forget()
            void utils.admin.policies.invalidate()
          }}
        />
      </Form>
      <PolicyHistory name={name} />
    </section>
  )
}

function waitingOf(policy: PolicyVersion) {
  return policy.name === 'controls' ? policy.waiting : undefined
}

type WaitingRulesProps = { waiting: WaitingControls; changes: readonly string[] }

/** Looser rules that do not apply yet; another owner than their maker confirms them. */
function WaitingRules({ waiting: { id, madeBy, isOwn, appliesAt }, changes }: WaitingRulesProps) {
  const utils = trpc.useUtils()
  const onDone = () => utils.admin.policies.invalidate()
  const confirm = trpc.admin.policies.confirm.useMutation(useCall({ toast: 'The rules apply now.', onDone }))
  const takeBack = trpc.admin.policies.takeBack.useMutation(useCall({ toast: 'The change is taken back.', onDone }))
  return (
    <Notice tone="warn" title="Waits for a second person" role="status">
      <div className="stack start gap-2">
        <ul className="plain">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
        <p>
          {isOwn ? 'You have made this change. Another owner' : `${madeBy} has made this change. Another owner`} can
          confirm it. Without that, it applies {formatDateTime(appliesAt)}.
        </p>
        <div className="cluster gap-2">
          {!isOwn && (
            <CallButton call={confirm} input={{ id }}>
              Confirm
            </CallButton>
          )}
          <CallButton call={takeBack} input={{ id }}>
            Take back
          </CallButton>
        </div>
      </div>
    </Notice>
  )
}

function changedText({ version, madeAt, madeBy }: PolicyVersion) {
  return madeAt === null ? 'Never changed' : `Changed ${formatDateTime(madeAt)} by ${madeBy}, version ${version}`
}

function PolicyHistory({ name }: { name: PolicyName }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="muted" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        History<span className="visually-hidden"> of {policies[name].title}</span>
      </summary>
      {isOpen && <Versions name={name} />}
    </details>
  )
}

function Versions({ name }: { name: PolicyName }) {
  const query = trpc.admin.policies.versions.useQuery({ name }, { staleTime: 0 })
  return (
    <VersionHistory
      query={query}
      lines={2}
      first="the defaults"
      list={{ className: 'gap-3', 'aria-label': `History of ${policies[name].title}` }}
      changesOf={changesOf}
    />
  )
}

function changesOf({ name, values }: PolicyVersion, before: PolicyVersion) {
  return changesBetween(name, values, before.values)
}

/** 'Second person from: $500.00, before never', one for each changed rule. */
function changesBetween(name: PolicyName, now: Values, then: Values) {
  return rulesOf(name)
    .filter(([field]) => now[field] !== then[field])
    .map(([field, rule]) => `${rule.label}: ${shownValue(rule, now[field])}, before ${shownValue(rule, then[field])}`)
}

type RuleFieldProps = {
  name: string
  field: PolicyRule
  hint: string
  value: string
  onValueChange: (value: string) => void
  error: string | undefined
}

function RuleField({ field, ...rest }: RuleFieldProps) {
  if ('choices' in field)
    return (
      <SelectField
        label={field.label}
        {...rest}
        options={Object.entries(field.choices).map(([value, name]) => ({ value, name }))}
      />
    )
  const isMoney = !field.unit
  return <TextField label={field.label} inputMode={isMoney ? 'decimal' : 'numeric'} isMoney={isMoney} {...rest} />
}
