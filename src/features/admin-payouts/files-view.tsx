import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ReferenceField } from '#client/calls/payment-fields.tsx'
import { questionDialog } from '#client/calls/step-dialog.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { downloadText } from '#client/lib/download-text.ts'
import { counted, formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { LabelTag } from '#client/ui/badge.tsx'
import { Button, SmallButton } from '#client/ui/button.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { PayoutFileLink, PayoutLink } from '#client/ui/id-link.tsx'
import { ListState, TablePage } from '#client/ui/list-page.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import type { Column } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import { formatDollars } from '#shared/money.ts'
import { PAYOUTS_PER_PAGE } from '#shared/payout.ts'
import type { FileOutcome } from '#shared/payout-file.ts'
import type { PayoutFile, PayoutFileDetail } from '#shared/payout-file-schema.ts'
import type { StatusTone } from '#shared/status-label.ts'
import styles from './file-row.module.css'
import type { PayoutSearchProps } from './payout-search.ts'
import { fileFormatNames } from './payout-step-dialog.tsx'
import { noMoneyLeft } from './payout-steps.tsx'
import { useListPolling } from './use-payouts.ts'

export function FilesView({ staffId, search, onSearch }: PayoutSearchProps & { staffId: string }) {
  if (search.file !== undefined) return <FilePage id={search.file} staffId={staffId} />
  return <FileList search={search} onSearch={onSearch} />
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

function FilePage({ id, staffId }: { id: string; staffId: string }) {
  const query = trpc.payouts.file.useQuery({ id })
  return (
    <>
      <div className="pad-bottom-2 touch-targets">
        <Link to="/admin/payouts" search={{ show: 'files' }}>
          All files
        </Link>
      </div>
      <ListState query={query} what="file">
        {(file) => <File file={file} isOwn={file.madeBy.id === staffId} />}
      </ListState>
    </>
  )
}

const outcomeLabels: Readonly<Record<FileOutcome, { name: string; tone: StatusTone }>> = {
  sending: { name: 'Being sent', tone: 'info' },
  sent: { name: 'Sent', tone: 'ok' },
  'put-back': { name: 'Put back', tone: 'off' },
}

function File({ file, isOwn }: { file: PayoutFileDetail; isOwn: boolean }) {
  const [back, setBack] = useState<readonly string[]>()
  const { id, format, madeBy, madeAt, sending } = file
  const open = file.payouts.filter(({ outcome }) => outcome === 'sending').map((payout) => payout.id)
  return (
    <section className="stack gap-4" aria-label={`File ${id}`}>
      <header className="stack gap-1">
        <h3 className="mono">{id}</h3>
        <p className="muted">
          {fileFormatNames[format]}, made by {madeBy.name}, {formatDateTime(madeAt)}
        </p>
      </header>
      {sending.count > 0 && !isOwn && (
        <Notice tone="info">{madeBy.name} pays these payouts. Only they can mark them as sent.</Notice>
      )}
      {sending.count === 0 ? (
        <Notice tone="ok">No payout of this file is being sent any more.</Notice>
      ) : (
        <div className="cluster gap-3">
          {isOwn && <DownloadAgain id={id} />}
          <SmallButton onClick={() => setBack(open)}>
            {isOwn ? `Put all ${open.length} back...` : `Not paid, says ${madeBy.name}...`}
          </SmallButton>
        </div>
      )}
      {isOwn && open.length > 1 && <AllSent key={open.length} file={file} />}
      <ul className="plain">
        {file.payouts.map((payout) => (
          <li key={payout.id}>
            <FileRow
              fileId={id}
              payout={payout}
              onPutBack={isOwn && payout.outcome === 'sending' ? () => setBack([payout.id]) : undefined}
            />
          </li>
        ))}
      </ul>
      {back && <PutBackDialog subject={{ file, ids: back, isOwn }} onClose={() => setBack(undefined)} />}
    </section>
  )
}

/** The form that marks payouts as sent with one reference. */
function useMarkSent(dollars: number) {
  const form = useForm({ reference: '' })
  const call = useCall({ form, otherAt: 'reference', toast: `${formatDollars(dollars)} is marked as sent.` })
  const { mutate, isPending } = trpc.payouts.markFileSent.useMutation(call)
  return { form, isPending, mutate }
}

function AllSent({ file: { id, sending } }: { file: PayoutFileDetail }) {
  const { mutate, ...sent } = useMarkSent(sending.amount)
  return (
    <Form
      {...sent}
      className={styles.all}
      aria-label="Mark all as sent"
      onSubmit={(values) => mutate({ id, ...values })}
    >
      <ReferenceField {...sent.form.bind('reference')} label="One reference for all" hint="Shown to the customers." />
      <div>
        <SubmitButton pendingLabel="Saving...">
          Mark all {sending.count} as sent, {formatDollars(sending.amount)}
        </SubmitButton>
      </div>
    </Form>
  )
}

function DownloadAgain({ id }: { id: string }) {
  const download = trpc.payouts.downloadFile.useMutation(
    useCall({ failed: 'Not downloaded', onDone: ({ name, content }) => downloadText(name, content) }),
  )
  return (
    <SmallButton busy={download.isPending} onClick={() => download.mutate({ id })}>
      Download again
    </SmallButton>
  )
}

type FileRowProps = { fileId: string; payout: PayoutFileDetail['payouts'][number]; onPutBack: (() => void) | undefined }

function FileRow({ fileId, payout, onPutBack }: FileRowProps) {
  const { id, amount, customer, payeeName, destination, reference } = payout
  return (
    <article className="cluster gap-3 row-gap-1 pad-block-2 touch-targets line-top" aria-label={id}>
      <PayoutLink id={id} />
      <span className="money tabular strong">{formatDollars(amount)}</span>
      <LabelTag label={outcomeLabels[payout.outcome]} />
      <span className={`shrinks breaks ${styles.to}`}>
        {payeeName ?? customer.name}
        {destination && `, ${destination}`}
        {reference && `, reference ${reference}`}
      </span>
      {onPutBack && <OneSent {...{ fileId, payout, onPutBack }} />}
    </article>
  )
}

function OneSent({ fileId, payout: { id, amount }, onPutBack }: FileRowProps) {
  const { mutate, ...sent } = useMarkSent(amount)
  return (
    <Form
      {...sent}
      className={styles.form}
      aria-label={`Mark ${id} as sent`}
      onSubmit={({ reference }) => mutate({ id: fileId, payouts: [{ id, reference }] })}
    >
      <div className={`cluster bottom gap-2 ${styles.end}`}>
        <ReferenceField {...sent.form.bind('reference')} />
        <SubmitButton variant="secondary" pendingLabel="Saving...">
          Mark as sent<span className="visually-hidden"> {id}</span>
        </SubmitButton>
        <Button variant="quiet" onClick={onPutBack}>
          Put back...<span className="visually-hidden"> {id}</span>
        </Button>
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
