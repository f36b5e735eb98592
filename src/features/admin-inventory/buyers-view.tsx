import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { buyerPaymentOf, buyerPaymentRows } from '#client/calls/payment-fields.tsx'
import { questionDialog, stepDialog } from '#client/calls/step-dialog.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { RowButton } from '#client/ui/button.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { TableList } from '#client/ui/list-page.tsx'
import type { Column } from '#client/ui/table.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { Time } from '#client/ui/time.tsx'
import { inventoryMessages, MAX_BUYER_LENGTH } from '#shared/inventory.ts'
import type { Buyer } from '#shared/inventory-schema.ts'
import { formatDollars } from '#shared/money.ts'

type Asked = { Dialog: typeof RenameDialog; buyer: Buyer }

export function BuyersView() {
  const query = trpc.inventory.buyers.useQuery()
  const [asked, setAsked] = useState<Asked>()
  return (
    <div className="stack gap-5 pad-top-3">
      <AddBuyer />
      <TableList
        query={query}
        what="buyers"
        empty={<p className="muted">No buyers yet. A sale to a new name adds one, too.</p>}
        name="Buyers by name"
        columns={columnsOf(setAsked)}
        narrow="labelled"
      />
      {asked && <asked.Dialog subject={asked.buyer} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

const columnsOf = (onAsk: (asked: Asked) => void): readonly Column<Buyer>[] => [
  {
    name: 'Name',
    wraps: true,
    cell: ({ name }) => (
      <Link to="/admin/inventory" search={{ search: name }}>
        {name}
      </Link>
    ),
  },
  { name: 'Added', cell: ({ madeAt }) => <Time at={madeAt} isDay /> },
  { name: 'Owes', kind: 'number', cell: ({ owed }) => (owed > 0 ? formatDollars(owed) : '–') },
  {
    name: 'Actions',
    kind: 'actions',
    cell: (buyer) => (
      <div className="cluster end gap-2">
        {actions
          .filter(({ Dialog }) => Dialog !== ReceiveDialog || buyer.owed > 0)
          .map(({ name, Dialog }) => (
            <RowButton of={buyer.name} key={name} onClick={() => onAsk({ Dialog, buyer })}>
              {name}
            </RowButton>
          ))}
      </div>
    ),
  },
]

function AddBuyer() {
  const form = useForm({ name: '' }, undefined, { required: { name: inventoryMessages.noBuyer } })
  const add = trpc.inventory.addBuyer.useMutation(
    useCall({ form, toast: ({ name }) => `${name} is a buyer.`, onDone: form.reset }),
  )
  return (
    <Form form={form} call={add} onSubmit={(values) => add.mutate(values)} aria-label="Add a buyer" className="measure">
      <TextField {...form.bind('name')} label="New buyer" autoComplete="off" maxLength={MAX_BUYER_LENGTH} />
      <div>
        <SubmitButton variant="secondary">Add buyer</SubmitButton>
      </div>
    </Form>
  )
}

const ReceiveDialog = stepDialog({
  useMutation: trpc.inventory.receive.useMutation,
  show: ({ name, owed }: Buyer) => ({
    title: 'Record payment',
    action: 'Record payment',
    toast: 'The payment is recorded.',
    children: (
      <p>
        {name} owes {formatDollars(owed)}. A payment is for the oldest cards first, whatever lots they are in.
      </p>
    ),
    fields: buyerPaymentRows({ owed }),
  }),
  input: (values, { id }, requestKey) => ({ id, ...buyerPaymentOf(values), requestKey }),
})

const RenameDialog = stepDialog({
  useMutation: trpc.inventory.renameBuyer.useMutation,
  show: ({ name }: Buyer) => ({
    title: 'Rename buyer',
    action: 'Rename',
    fields: {
      name: {
        start: name,
        wrong: (typed) => (typed.trim() === '' ? inventoryMessages.noBuyer : undefined),
        draw: (field) => <TextField {...field} label="Name" autoComplete="off" maxLength={MAX_BUYER_LENGTH} />,
      },
    },
  }),
  input: ({ name }, { id }) => ({ id, name }),
})

const EraseDialog = questionDialog({
  useMutation: trpc.inventory.eraseBuyer.useMutation,
  show: ({ name }: Buyer) => ({
    title: 'Erase the name of this buyer',
    action: 'Erase name',
    pendingAction: 'Erasing...',
    isDanger: true,
    children: (
      <p>{name} is erased for good. What they bought stays, with its amounts. Notes and references are not changed.</p>
    ),
  }),
  input: ({ id }) => ({ id }),
})

const actions = [
  { name: 'Record payment...', Dialog: ReceiveDialog },
  { name: 'Rename...', Dialog: RenameDialog },
  { name: 'Erase name...', Dialog: EraseDialog },
]
