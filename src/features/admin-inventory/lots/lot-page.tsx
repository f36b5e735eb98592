import { useState } from 'react'
import { counted, formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { LabelTag } from '#client/ui/badge.tsx'
import { type ButtonProps, RowButton, SmallButton } from '#client/ui/button.tsx'
import { OrderLink } from '#client/ui/id-link.tsx'
import { OnePage } from '#client/ui/list-page.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { controlsMessages } from '#shared/controls.ts'
import { itemLabels } from '#shared/item-label.ts'
import { LOT_REPEAT_MINUTES, lotItemLabels, lotLabels, lotOutcomes } from '#shared/lot.ts'
import type { LotDetail, LotItem } from '#shared/lot-schema.ts'
import { formatDollars } from '#shared/money.ts'
import { lotPolling } from '../use-inventory.ts'
import {
  CancelLotDialog,
  DownloadLotDialog,
  type LotStep,
  RecordLotDialog,
  ReleaseLotDialog,
  WriteOffLotDialog,
} from './lot-dialogs.tsx'

export function LotPage({ id }: { id: string }) {
  const query = trpc.lots.get.useQuery({ id }, lotPolling)
  return (
    <OnePage query={query} what="lot" all={{ to: '/admin/inventory', search: { show: 'lots' } }}>
      {(lot) => <Lot lot={lot} />}
    </OnePage>
  )
}

function Lot({ lot }: { lot: LotDetail }) {
  const [asked, setAsked] = useState<Action>()
  const { Dialog = RecordLotDialog } = asked ?? {}
  const { id, buyer, madeBy, madeAt, state } = lot
  const waiting = lot.offered.count + lot.delivered.count
  const acts = trpc.waitingActs.list.useQuery(undefined, { enabled: state === 'made' }).data
  const mayRelease = state === 'made' && acts?.some((act) => act.id === id && act.release !== 'no')
  return (
    <section className="stack gap-4" aria-label={`Lot ${id}`}>
      <header className="stack gap-1">
        <div className="cluster gap-3 row-gap-1">
          <h2 className="mono">{id}</h2>
          <LabelTag label={lotLabels[state]} />
        </div>
        <p className="muted breaks">
          For {buyer.name || 'a buyer whose name was erased'}, made by {madeBy.name}, {formatDateTime(madeAt)}
          {lot.releasedBy && `, released by ${lot.releasedBy.name}`}
          {lot.reference && `, reference ${lot.reference}`}
        </p>
      </header>
      <Stats
        narrow="pairs"
        figures={[
          figure(counted(lot.total.count, 'card'), lot.total.amount),
          figure(`Waiting (${waiting})`, lot.offered.amount + lot.delivered.amount),
          figure(`Paid (${lot.paid.count})`, lot.paid.amount),
          figure(`Refused (${lot.refused.count})`, lot.refused.amount),
          ...(lot.owed > 0 ? [figure('Owed by the buyer', lot.owed)] : []),
          ...(lot.unpaid.count > 0 ? [figure(`Never paid (${lot.unpaid.count})`, lot.unpaid.amount)] : []),
        ]}
      />
      <Situation lot={lot} mayRelease={mayRelease} />
      <div className="cluster gap-3 row-gap-2">
        {actionsOf(lot, mayRelease).map((action) => (
          <SmallButton key={action.name} variant={action.variant} onClick={() => setAsked(action)}>
            {action.name}
          </SmallButton>
        ))}
      </div>
      <Table
        name={`Cards of ${id}`}
        columns={state === 'released' ? [...facts, outcomesColumn(setAsked)] : facts}
        rows={lot.items}
        rowKey={({ submissionId }) => submissionId}
        narrow="labelled"
      />
      {asked && <Dialog subject={{ lot, ...asked }} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

type Action = Omit<LotStep, 'lot'> & Pick<ButtonProps, 'variant'> & { name: string; Dialog?: typeof ReleaseLotDialog }

function actionsOf({ state, download, offered, total, owed, downloadedAt }: LotDetail, mayRelease = false) {
  const isOpen = state === 'released'
  const mayCancel = (state === 'made' || (isOpen && downloadedAt === null)) && offered.count === total.count
  const actions: readonly (Action & { isShown: boolean })[] = [
    { name: 'Release...', Dialog: ReleaseLotDialog, isShown: mayRelease, variant: 'primary' },
    { name: 'Download the file...', Dialog: DownloadLotDialog, isShown: download === 'ready', variant: 'primary' },
    { name: 'Download again...', Dialog: DownloadLotDialog, isShown: download === 'again' },
    { name: 'All delivered...', outcome: 'delivered', isShown: isOpen && offered.count > 0 },
    { name: 'All paid...', outcome: 'paid', isShown: isOpen },
    { name: 'Part payment...', outcome: 'paid', isPart: true, isShown: owed > 0 },
    { name: 'Write off...', Dialog: WriteOffLotDialog, isShown: owed > 0, variant: 'quiet' },
    { name: 'Cancel the lot...', Dialog: CancelLotDialog, isShown: mayCancel, variant: 'quiet' },
  ]
  return actions.filter(({ isShown }) => isShown)
}

const figure = (label: string, dollars: number) => ({ label, value: formatDollars(dollars), isMoney: true })

function Situation({ lot, mayRelease }: { lot: LotDetail; mayRelease: boolean | undefined }) {
  const back = lot.items.filter(isBack)
  return (
    <>
      {lot.state === 'made' && mayRelease !== undefined && (
        <Notice tone="warn">
          {mayRelease ? `${lot.madeBy.name} made this lot. Look at it, then release it.` : controlsMessages.ownAct}
        </Notice>
      )}
      {lot.download === 'again' && (
        <Notice tone="info">
          You have downloaded this lot. If the download was interrupted, repeat it within {LOT_REPEAT_MINUTES} minutes.
        </Notice>
      )}
      {lot.download === 'done' && lot.downloadedBy && lot.downloadedAt && (
        <Notice tone="info">
          {lot.downloadedBy.name} downloaded this lot on {formatDateTime(lot.downloadedAt)}. Its numbers and codes are
          shown once.
        </Notice>
      )}
      {back.length > 0 && (
        <Notice tone="bad" title={back.length === 1 ? 'A payout came back' : `${back.length} payouts came back`}>
          These cards are not ours to sell. Record them as refused:{' '}
          {back.map(({ submissionId }) => submissionId).join(', ')}.
        </Notice>
      )}
    </>
  )
}

/** Its payout came back before it was delivered. */
const isBack = ({ state, itemState }: Pick<LotItem, 'state' | 'itemState'>) =>
  state === 'offered' && itemState !== 'listed'

const facts: readonly Column<LotItem>[] = [
  { name: 'Order', cell: ({ submissionId }) => <OrderLink id={submissionId} /> },
  { name: 'Card', cell: ({ brand, numberEnd }) => `${brand} ••${numberEnd}`, wraps: true },
  {
    name: 'State',
    cell: (item) => (
      <LabelTag label={isBack(item) ? { ...itemLabels[item.itemState], tone: 'bad' } : lotItemLabels[item.state]} />
    ),
  },
  { name: 'Face value', kind: 'number', cell: ({ faceValue }) => formatDollars(faceValue) },
  { name: 'Cost', kind: 'number', cell: ({ cost }) => formatDollars(cost) },
  { name: 'Price', kind: 'number', cell: ({ price }) => formatDollars(price) },
  { name: 'Owed', kind: 'number', cell: ({ owed }) => (owed > 0 ? formatDollars(owed) : '–') },
]

const outcomesColumn = (onAsk: (action: Action) => void): Column<LotItem> => ({
  name: 'Outcome',
  kind: 'actions',
  cell: ({ submissionId: id, ...item }) =>
    (item.state === 'offered' || item.state === 'delivered') && (
      <div className="cluster end gap-2 row-gap-1">
        {lotOutcomes
          .filter((each) => each === 'refused' || (!isBack(item) && each !== item.state))
          .map((outcome) => ({ outcome, name: `${lotItemLabels[outcome].name}...`, items: [id] }))
          .map((action) => (
            <RowButton of={id} key={action.name} variant="quiet" onClick={() => onAsk(action)}>
              {action.name}
            </RowButton>
          ))}
      </div>
    ),
})
