import { useState } from 'react'
import { ReferenceField } from '#client/calls/payment-fields.tsx'
import { questionDialog } from '#client/calls/step-dialog.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { downloadText } from '#client/lib/download-text.ts'
import { counted, formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { LabelTag } from '#client/ui/badge.tsx'
import { Button, CallButton, SmallButton } from '#client/ui/button.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { PayoutFileLink, PayoutLink } from '#client/ui/id-link.tsx'
import { OnePage, TablePage } from '#client/ui/list-page.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import type { Column } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import { formatDollars } from '#shared/money.ts'
import { PAYOUTS_PER_PAGE } from '#shared/payout.ts'
import type { FileOutcome } from '#shared/payout-file.ts'
import type { PayoutFile, PayoutFileDetail } from '#shared/payout-file-schema.ts'
import type { StatusLabel } from '#shared/status-label.ts'
import styles from './file-row.module.css'
import type { PayoutSearchProps } from './payout-search.ts'
import { fileFormatNames } from './payout-step-dialog.tsx'
import { noMoneyLeft } from './payout-steps.tsx'
import { useListPolling } from './use-payouts.ts'

export function FilesView({ staffId, search, onSearch }: PayoutSearchProps & { staffId: string }) {
  const { file: id } = search
  if (id === undefined) return <FileList search={search} onSearch={onSearch} />
  return <FilePage id={id} staffId={staffId} />
}

function FilePage({ id, staffId }: { id: string; staffId: string }) {
  const query = trpc.payouts.file.useQuery({ id })
  return (
    <OnePage query={query} what="file" all={{ to: '/admin/payouts', search: { show: 'files' } }}>
      {(file) => <File file={file} isOwn={file.madeBy.id === staffId} />}
    </OnePage>
  )
}

function FileList({ search, onSearch }: PayoutSearchProps) {
  const query = trpc.payouts.files.useQuery({ page: search.page ?? 1, limit: PAYOUTS_PER_PAGE }, useListPolling())
  return (
    <TablePage
      query={query}
      what="files"
      onPage={(page, replace) => onSearch({ show: 'files', page }, replace)}
      empty={
        <StateMessage title="No payment files yet" headingLevel={3}>
          Choose ready payouts and pay them with a file: one upload to your bank or to PayPal.
        </StateMessage>
      }
      name="Payment files, newest first"
      columns={columns}
      narrow="labelled"
    />
  )
}

const sum = ({ count, amount }: PayoutFile['sent']) => (count === 0 ? '–' : `${formatDollars(amount)} (${count})`)

const columns: readonly Column<PayoutFile>[] = [
  { name: 'File', cell: ({ id }) => <PayoutFileLink id={id} /> },
  { name: 'Format', cell: ({ format }) => fileFormatNames[format] },
  { name: 'Made by', cell: ({ madeBy }) => madeBy.name },
  { name: 'Made', cell: ({ madeAt }) => <Time at={madeAt} /> },
  { name: 'Being sent', kind: 'number', cell: ({ sending }) => sum(sending) },
  { name: 'Sent', kind: 'number', cell: ({ sent }) => sum(sent) },
  { name: 'Put back', kind: 'number', cell: ({ putBack }) => sum(putBack) },
]

const outcomeLabels: Readonly<Record<FileOutcome, StatusLabel>> = {
  sending: { name: 'Being sent', tone: 'info' },
  sent: { name: 'Sent', tone: 'ok' },
  'put-back': { name: 'Put back', tone: 'off' },
}

type FileProps = { file: PayoutFileDetail; isOwn: boolean }

function File({ file, isOwn }: FileProps) {
  const { id, format, madeBy, madeAt } = file
  const open = file.payouts.filter(({ outcome }) => outcome === 'sending')
  const [back, setBack] = useState<readonly string[]>()
  const download = trpc.payouts.downloadFile.useMutation(
    useCall({ failed: 'Not downloaded', onDone: ({ name, content }) => downloadText(name, content) }),
  )
  return (
    <section className="stack gap-4" aria-label={`File ${id}`}>
      <header className="stack gap-1">
        <h3 className="mono">{id}</h3>
        <p className="muted">
          {fileFormatNames[format]}, made by {madeBy.name}, {formatDateTime(madeAt)}
        </p>
      </header>
      {open.length === 0 && <Notice tone="ok">No payout of this file is being sent any more.</Notice>}
      {open.length > 0 && !isOwn && (
        <Notice tone="info">{madeBy.name} pays these payouts. Only they can mark them as sent.</Notice>
      )}
      {open.length > 0 && (
        <div className="cluster gap-3">
          {isOwn && (
            <CallButton call={download} input={{ id }}>
              Download again
            </CallButton>
          )}
          <SmallButton onClick={() => setBack(open.map((payout) => payout.id))}>
            {isOwn ? `Put all ${open.length} back...` : `Not paid, says ${madeBy.name}...`}
          </SmallButton>
        </div>
      )}
      {isOwn && open.length > 1 && <Sent key={open.length} file={file} />}
      <ul className="plain">
        {file.payouts.map((payout) => (
          <li key={payout.id}>
            <FileRow {...{ file, isOwn, payout }} onPutBack={() => setBack([payout.id])} />
          </li>
        ))}
      </ul>
      {back && <PutBackDialog subject={{ file, isOwn, ids: back }} onClose={() => setBack(undefined)} />}
    </section>
  )
}

type Listed = PayoutFileDetail['payouts'][number]

function FileRow({ payout, file, isOwn, onPutBack }: FileProps & { payout: Listed; onPutBack: () => void }) {
  const { id, amount, customer, payeeName, destination, reference, outcome } = payout
  return (
    <article className="cluster gap-3 row-gap-1 pad-block-2 touch-targets line-top" aria-label={id}>
      <PayoutLink id={id} />
      <span className="money tabular strong">{formatDollars(amount)}</span>
      <LabelTag label={outcomeLabels[outcome]} />
      <span className={`shrinks breaks ${styles.to}`}>
        {payeeName ?? customer.name}
        {destination && `, ${destination}`}
        {reference && `, reference ${reference}`}
      </span>
      {isOwn && outcome === 'sending' && <Sent {...{ file, onPutBack }} one={payout} />}
    </article>
  )
}

/** Marks one payout as sent, or all of them with one reference. */
function Sent({ file, one, onPutBack }: { file: PayoutFileDetail; one?: Listed; onPutBack?: () => void }) {
  const { id, sending } = file
  const sum = formatDollars((one ?? sending).amount)
  const form = useForm({ reference: '' })
  const call = useCall({ form, otherAt: 'reference', toast: `${sum} is marked as sent.` })
  const { mutate, isPending } = trpc.payouts.markFileSent.useMutation(call)
  return (
    <Form
      {...{ form, isPending }}
      className={styles.form}
      aria-label={`Mark ${one?.id ?? 'all'} as sent`}
      onSubmit={({ reference }) => mutate({ id, reference, ...(one && { payouts: [{ id: one.id }] }) })}
    >
      <div className={`cluster bottom gap-2 ${styles.end}`}>
        <ReferenceField
          {...form.bind('reference')}
          {...(!one && { label: 'One reference for all', hint: 'Shown to the customers.' })}
        />
        <SubmitButton variant={one ? 'secondary' : 'primary'} pendingLabel="Saving...">
          {one ? 'Mark as sent' : `Mark all ${sending.count} as sent, ${sum}`}
          {one && <span className="visually-hidden"> {one.id}</span>}
        </SubmitButton>
        {one && (
          <Button variant="quiet" onClick={onPutBack}>
            Put back...<span className="visually-hidden"> {one.id}</span>
          </Button>
        )}
      </div>
    </Form>
  )
}

/** For the file of another person it takes two colleagues. */
const PutBackDialog = questionDialog({
  useMutation: trpc.payouts.putFileBack.useMutation,
  show: ({ file, ids, isOwn }: { file: PayoutFileDetail; ids: readonly string[]; isOwn: boolean }) => {
    const what = counted(ids.length, 'payout')
    return {
      title: isOwn ? `Put ${what} back` : `Not paid, says ${file.madeBy.name}`,
      of: file.id,
      action: isOwn ? 'Put back' : 'Not paid',
      cancel: 'Close',
      sure: noMoneyLeft,
      toast: isOwn ? `${what} put back.` : 'A second colleague has to confirm it.',
      children: (
        <p>
          {isOwn
            ? 'They are ready again, and anybody may pay them. Remove them from the file before you upload it.'
            : `Ask ${file.madeBy.name} first. Two colleagues have to say it before the payouts are ready again.`}
        </p>
      ),
    }
  },
  input: ({ file, ids }) => ({ id: file.id, ids: [...ids] }),
})
