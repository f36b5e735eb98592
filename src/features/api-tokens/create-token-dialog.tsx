import { useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { FieldError } from '#client/ui/field-error.tsx'
import { type FormProblem, useForm } from '#client/ui/form.tsx'
import { DialogButtons, FormDialog } from '#client/ui/form-dialog.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import {
  TOKEN_NAME_MAX_LENGTH,
  type TokenScope,
  tokenMessages,
  tokenScopeMessages,
  tokenScopes,
} from '#shared/api-token.ts'
import { withoutInvisible } from '#shared/compact-text.ts'
import styles from './tokens.module.css'

/** Creates a token and shows it once, so only the Done button closes the dialog then. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const [token, setToken] = useState<string>()
  if (token === undefined) return <CreateTokenForm onMade={setToken} onClose={onClose} />
  return (
    <Dialog locked title="Your new token" onClose={onClose}>
      <NewToken token={token} onDone={onClose} />
    </Dialog>
  )
}

const DAY_MS = 24 * 60 * 60 * 1000
const lifetimes = [
  { value: '30', name: 'In 30 days' },
  { value: '90', name: 'In 90 days' },
  { value: '365', name: 'In a year' },
  { value: '', name: 'Never' },
]

type Values = { name: string; scopes: readonly TokenScope[]; customerEmail: string; days: string }

const maySubmit = ({ scopes }: Values) => scopes.includes('orders')

function problemsOf(values: Values) {
  const problems: FormProblem[] = []
  if (!values.name.trim()) problems.push({ field: 'name', message: tokenMessages.noName })
  if (values.scopes.length === 0) problems.push({ field: 'scopes', message: tokenMessages.noScope })
  if (maySubmit(values) && !values.customerEmail.trim())
    problems.push({ field: 'customerEmail', message: tokenMessages.noCustomer })
  return problems
}

function CreateTokenForm({ onMade, onClose }: { onMade: (token: string) => void; onClose: () => void }) {
  const form = useForm<Values>({ name: '', scopes: [], customerEmail: '', days: '90' }, problemsOf, { hasToast: false })
  const { scopes } = form.values
  const make = trpc.admin.tokens.create.useMutation(
    useCall({ form, failed: "We couldn't create the token", onDone: ({ token }) => onMade(token) }),
  )
  const choose = (scope: TokenScope, isChosen: boolean) =>
    form.change({ scopes: isChosen ? [...scopes, scope] : scopes.filter((each) => each !== scope) })
  const submit = (values: Values) => {
    const { name, scopes, customerEmail, days } = values
    make.mutate({
      name,
      scopes: [...scopes],
      ...(maySubmit(values) && { customerEmail }),
      ...(days && { expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
    })
  }
  const noScope = form.errorAt('scopes')

  return (
    <FormDialog
      title="Create token"
      action="Create token"
      pendingAction="Creating..."
      form={form}
      call={make}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        {...form.bind('name')}
        label="Name"
        hint="What it's for, such as 'Nightly export'"
        maxLength={TOKEN_NAME_MAX_LENGTH}
      />
      <fieldset className="stack gap-2" aria-describedby={noScope && 'scopes-error'}>
        <legend className="pad-bottom-2">Permissions</legend>
        {tokenScopes.map((scope) => (
          <Checkbox
            key={scope}
            name="scopes"
            label={
              <>
                {tokenScopeMessages[scope]}
                <span className="muted text-sm block mono">{scope}</span>
              </>
            }
            checked={scopes.includes(scope)}
            onCheckedChange={(isChosen) => choose(scope, isChosen)}
          />
        ))}
        {noScope && <FieldError id="scopes-error">{noScope}</FieldError>}
      </fieldset>
      {maySubmit(form.values) && (
        <TextField
          {...form.bind('customerEmail')}
          clean={withoutInvisible}
          type="email"
          label="Customer's email address"
          hint="The token submits cards for this customer only"
          spellCheck={false}
          maxLength={254}
        />
      )}
      <SelectField label="Expires" {...form.bind('days')} options={lifetimes} />
    </FormDialog>
  )
}

function NewToken({ token, onDone }: { token: string; onDone: () => void }) {
  return (
    <div className="stack gap-4">
      <Notice tone="warn" role="status" title="Copy it now">
        We won't show it again. Treat it like a password: anyone who has it can use it.
      </Notice>
      <code className={styles.token}>{token}</code>
      <DialogButtons>
        <Button onClick={onDone}>Done</Button>
        <CopyButton what="Token" text={token} />
      </DialogButtons>
    </div>
  )
}
