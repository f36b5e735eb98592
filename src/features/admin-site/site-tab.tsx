import { type ReactNode, useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { takeSite } from '#client/lib/site-settings.ts'
import { trpc } from '#client/lib/trpc.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { CallNotice } from '#client/ui/call-notice.tsx'
import { Form, useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { QueryPart } from '#client/ui/query-state.tsx'
import { SaveVersion } from '#client/ui/save-version.tsx'
import { Section } from '#client/ui/section.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { VersionHistory } from '#client/ui/version-history.tsx'
import type { SiteVersion } from '#shared/site-settings-schema.ts'
import { changesOf, claimFields, problemsOf, type SiteTexts, textsOf, timeZones, valuesOf } from './site-fields.ts'
import styles from './site-tab.module.css'

/** What the site says about itself, with its history. `lead` and `foot` stand around them. */
export function SiteTab({ lead, foot }: { lead?: ReactNode; foot?: ReactNode }) {
  // Other owners change it too, so it is refetched on every mount.
  const query = trpc.admin.site.get.useQuery(undefined, { staleTime: 0 })
  return (
    <div className={`stack gap-4 ${styles.tab}`}>
      <div className="stack gap-1">
        <h2 className="text-xl">Site</h2>
        <p className="muted">
          Pages and emails have these words. A change shows at once, also on pages that are open. Every version is kept.
        </p>
      </div>
      {lead}
      <QueryPart
        query={query}
        lines={8}
        height="3rem"
        label="Loading the site..."
        failed="We couldn't load the site"
        failedAs="message"
      >
        {(site) => (
          <>
            <SiteForm key={site.version} site={site} />
            <SiteHistory current={site} />
          </>
        )}
      </QueryPart>
      {foot}
    </div>
  )
}

function SiteForm({ site: { version, values } }: { site: SiteVersion }) {
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
      <TextField {...bind('supportEmail')} label="Support email" hint="Customers write to this address." type="email" />
      <TextField
        {...bind('companyLine')}
        label="Company line"
        hint="Who operates the site: name, address, registration number. One line in the footer."
        optional
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
            <TextField {...bind(figure)} label={`Figure ${at + 1}`} />
            <TextField {...bind(words)} label={`Words ${at + 1}`} />
          </div>
        ))}
      </fieldset>
      <TextField {...bind('note')} label="Note" hint="Why, for the history." optional />
      <SaveVersion
        one="value"
        many="values"
        {...{ isChanged, error }}
        onShowNew={() => void utils.admin.site.invalidate()}
      />
    </Form>
  )
}

function SiteHistory({ current }: { current: SiteVersion }) {
  const [reverted, setReverted] = useState<SiteVersion>()
  const query = trpc.admin.site.versions.useQuery(undefined, { staleTime: 0 })
  return (
    <Section id="site-history" title="History" headClass="text-lg" className="stack gap-3 pad-top-5 line-top">
      <VersionHistory
        query={query}
        lines={3}
        first="built in"
        list={{ className: 'gap-4', 'aria-labelledby': 'site-history' }}
        changesOf={(version, before) => changesOf(version.values, before.values)}
        action={(version) =>
          version.version !== current.version && (
            <SmallButton aria-label={`Revert to version ${version.version}`} onClick={() => setReverted(version)}>
              Revert...
            </SmallButton>
          )
        }
      />
      {reverted && <RevertSiteDialog current={current} version={reverted} onClose={() => setReverted(undefined)} />}
    </Section>
  )
}

type RevertProps = { current: SiteVersion; version: SiteVersion; onClose: () => void }

function RevertSiteDialog({ current, version: { version, values }, onClose }: RevertProps) {
  const form = useForm({ note: `Back to version ${version}` })
  const revert = trpc.admin.site.revert.useMutation(
    useCall({
      toast: (made) => ({ title: 'Site saved', description: `Version ${made.version} equals version ${version}.` }),
      onDone: (made) => {
        takeSite({ version: made.version, ...made.values })
        onClose()
      },
    }),
  )
  const changes = changesOf(values, current.values)
  return (
    <FormDialog
      title={`Revert to version ${version}`}
      description="This makes a new version with the old values. No version is removed."
      action="Revert"
      pendingAction="Reverting..."
      form={form}
      call={revert}
      disabledReason={changes.length === 0 ? 'Nothing would change' : undefined}
      onSubmit={({ note }) => revert.mutate({ base: current.version, version, note: note.trim() })}
      onClose={onClose}
      lead={<CallNotice error={revert.error} />}
    >
      {changes.length === 0 ? (
        <p>The values that apply are the same.</p>
      ) : (
        <ul className="stack gap-2 plain breaks" aria-label="Changes">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      <TextField {...form.bind('note')} label="Note" optional />
    </FormDialog>
  )
}
