import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ReferenceField } from '#client/calls/payment-fields.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { downloadText } from '#client/lib/download-text.ts'
import { formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Tag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { formatDollars } from '#shared/money.ts'
import type { FileOutcome } from '#shared/payout-file.ts'
import type { PayoutFileDetail } from '#shared/payout-file-schema.ts'
import type { StatusTone } from '#shared/status-label.ts'
import { fileFormatNames } from './file-choice.ts'
import styles from './file-row.module.css'
import { FileRow } from './file-row.tsx'
import { PutBackDialog } from './put-back-dialog.tsx'

type FilePageProps = { id: string; staffId: string }

export function FilePage({ id, staffId }: FilePageProps) {
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

export const outcomeLabels: Readonly<Record<FileOutcome, { name: string; tone: StatusTone }>> = {
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
      {sending.count === 0 && <Notice tone="ok">No payout of this file is being sent any more.</Notice>}
      {sending.count > 0 && (
        <div className="cluster gap-3">
          {isOwn && <DownloadAgain id={id} />}
          <Button variant="secondary" size="small" onClick={() => setBack(open)}>
            {isOwn ? `Put all ${open.length} back...` : `Not paid, says ${madeBy.name}...`}
          </Button>
        </div>
      )}
      {isOwn && open.length > 1 && <AllSent key={open.length} file={file} />}
      <ul className="plain">
        {file.payouts.map((payout) => (
          <li key={payout.id}>
            <FileRow
              fileId={id}
              payout={payout}
              tag={<Tag tone={outcomeLabels[payout.outcome].tone}>{outcomeLabels[payout.outcome].name}</Tag>}
              isOpen={isOwn && payout.outcome === 'sending'}
              onPutBack={() => setBack([payout.id])}
            />
          </li>
        ))}
      </ul>
      {back && <PutBackDialog subject={{ file, ids: back, isOwn }} onClose={() => setBack(undefined)} />}
    </section>
  )
}

function AllSent({ file: { id, sending } }: { file: PayoutFileDetail }) {
  const form = useForm({ reference: '' })
  const send = trpc.payouts.markFileSent.useMutation(
    useCall({ form, otherAt: 'reference', toast: `${formatDollars(sending.amount)} is marked as sent.` }),
  )
  return (
    <Form
      form={form}
      isPending={send.isPending}
      className={styles.all}
      aria-label="Mark all as sent"
      onSubmit={(values) => send.mutate({ id, ...values })}
    >
      <ReferenceField {...form.bind('reference')} label="One reference for all" hint="Shown to the customers." />
      <div>
        <SubmitButton pendingLabel="Saving...">
          Mark all {sending.count} as sent, {formatDollars(sending.amount)}
        </SubmitButton>
      </div>
    </Form>
  )
}

/** The audit log records that the file was read again. */
function DownloadAgain({ id }: { id: string }) {
  const download = trpc.payouts.downloadFile.useMutation(
    useCall({ failed: 'Not downloaded', onDone: ({ name, content }) => downloadText(name, content) }),
  )
  return (
    <Button variant="secondary" size="small" busy={download.isPending} onClick={() => download.mutate({ id })}>
      Download again
    </Button>
  )
}
