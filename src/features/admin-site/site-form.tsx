import { useCall } from '#client/calls/use-call.ts'
import { takeSite } from '#client/lib/site-settings.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Form, useForm } from '#client/ui/form.tsx'
import { SaveVersion } from '#client/ui/save-version.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import type { SiteVersion } from '#shared/site-settings-schema.ts'
import { claimFields, problemsOf, type SiteTexts, textsOf, timeZones, valuesOf } from './site-fields.ts'
import styles from './site-tab.module.css'

/** The form of all values. A change is based on the version that is shown. */
export function SiteForm({ site: { version, values } }: { site: SiteVersion }) {
  const utils = trpc.useUtils()
  const form = useForm<SiteTexts>(textsOf(values), problemsOf)
  const bind = (field: string) => ({ ...form.bind(field), value: form.values[field] ?? '' })
  const { mutate, isPending, error } = trpc.admin.site.change.useMutation(
    useCall({
      toast: (saved) => ({ title: 'Site saved', description: `Version ${saved.version} is live.` }),
      onDone: (saved) => {
        utils.admin.site.get.setData(undefined, saved)
        takeSite({ version: saved.version, ...saved.values })
      },
    }),
  )
  const isConflict = error?.data?.code === 'conflict'
  const isChanged = JSON.stringify(valuesOf(form.values)) !== JSON.stringify(valuesOf(textsOf(values)))
  const submit = () => {
    if (isChanged && !isConflict) mutate({ base: version, values: valuesOf(form.values), note: form.values.note ?? '' })
  }

  return (
    <Form form={form} isPending={isPending} onSubmit={submit} aria-label="Site">
      <TextField
        {...bind('brandName')}
        label="Brand name"
        hint="In titles, emails, the terms and the footer. At most 60 characters."
        autoComplete="organization"
      />
      <TextField
        {...bind('supportEmail')}
        label="Support email"
        hint="Customers write to this address."
        type="email"
        autoComplete="off"
      />
      <TextField
        {...bind('companyLine')}
        label="Company line"
        hint="Who operates the site: name, address, registration number. One line in the footer."
        optional
        autoComplete="off"
      />
      <SelectField
        {...bind('timeZone')}
        label="Time zone"
        hint="Of the days and months of your books: reports, files and searches. Days that are stored stay."
        options={timeZones(values.timeZone)}
      />
      <fieldset className="stack gap-3">
        <legend className="strong">Claims on the home page</legend>
        <p className="muted">State only what you can prove. An empty line is not shown.</p>
        {claimFields.map(({ figure, words }, at) => (
          <div key={figure} className={styles.claim}>
            <TextField {...bind(figure)} label={`Figure ${at + 1}`} autoComplete="off" />
            <TextField {...bind(words)} label={`Words ${at + 1}`} autoComplete="off" />
          </div>
        ))}
      </fieldset>
      <TextField {...bind('note')} label="Note" hint="Why, for the history." optional autoComplete="off" />
      <SaveVersion
        one="value"
        many="values"
        {...{ isChanged, error }}
        onShowNew={() => void utils.admin.site.invalidate()}
      />
    </Form>
  )
}
