import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { questionDialog, stepDialog } from '#client/calls/step-dialog.tsx'
import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { RowButton } from '#client/ui/button.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { Time } from '#client/ui/time.tsx'
import { inventoryMessages, MAX_BUYER_LENGTH } from '#shared/inventory.ts'
import type { Buyer } from '#shared/inventory-schema.ts'
import styles from './buyers-view.module.css'

type Asked = { kind: 'rename' | 'erase'; buyer: Buyer }

export function BuyersView() {
  const query = trpc.inventory.buyers.useQuery()
  const [asked, setAsked] = useState<Asked>()
  const onClose = () => setAsked(undefined)
  return (
    <div className="stack gap-5">
      <AddBuyer />
      <ListState query={query} what="buyers">
        {(buyers) =>
          buyers.length === 0 ? (
            <p className="muted">No buyers yet. A sale to a new name adds one, too.</p>
          ) : (
            <Table
              name="Buyers by name"
              columns={columnsOf(setAsked)}
              rows={buyers}
              rowKey={({ id }) => id}
              narrow="cards"
            />
          )
        }
      </ListState>
      {asked?.kind === 'rename' && <RenameDialog subject={asked.buyer} onClose={onClose} />}
      {asked?.kind === 'erase' && <EraseDialog subject={asked.buyer} onClose={onClose} />}
    </div>
  )
}

function columnsOf(onAsk: (asked: Asked) => void): readonly Column<Buyer>[] {
  return [
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
    {
      name: 'Actions',
      kind: 'actions',
      cell: (buyer) => (
        <div className="cluster end gap-2">
          {(['rename', 'erase'] as const).map((kind) => (
            <RowButton of={buyer.name} key={kind} onClick={() => onAsk({ kind, buyer })}>
              {kind === 'rename' ? 'Rename...' : 'Erase name...'}
            </RowButton>
          ))}
        </div>
      ),
    },
  ]
}

function AddBuyer() {
  const form = useForm({ name: '' }, undefined, { required: { name: inventoryMessages.noBuyer } })
  const add = trpc.inventory.addBuyer.useMutation(
    useCall({ form, toast: ({ name }) => `${name} is a buyer.`, onDone: form.reset }),
  )
  return (
    <Form
      form={form}
      isPending={add.isPending}
      onSubmit={(values) => add.mutate(values)}
      aria-label="Add a buyer"
      className={styles.form}
    >
      <TextField {...form.bind('name')} label="New buyer" autoComplete="off" maxLength={MAX_BUYER_LENGTH} />
      <div>
        <SubmitButton variant="secondary">Add buyer</SubmitButton>
      </div>
    </Form>
  )
}

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
