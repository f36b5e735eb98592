import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Form, SubmitButton, useForm } from '#client/ui/form.tsx'
import { ConfirmDialog, FormDialog } from '#client/ui/form-dialog.tsx'
import { ListState } from '#client/ui/list-page.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { Time } from '#client/ui/time.tsx'
import { useToast } from '#client/ui/toast.tsx'
import { inventoryMessages, MAX_BUYER_LENGTH } from '#shared/inventory.ts'
import type { Buyer } from '#shared/inventory-schema.ts'
import styles from './buyers-view.module.css'
import { failureText, useOutcome, useReadAgain } from './use-inventory.ts'

type Asked = { kind: 'rename' | 'erase'; buyer: Buyer }

/** The people and companies that buy cards: add, rename, or erase a name. */
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
      {asked?.kind === 'rename' && <RenameDialog buyer={asked.buyer} onClose={onClose} />}
      {asked?.kind === 'erase' && <EraseDialog buyer={asked.buyer} onClose={onClose} />}
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
        <span className="inline-row gap-2">
          {(['rename', 'erase'] as const).map((kind) => (
            <Button key={kind} variant="secondary" size="small" onClick={() => onAsk({ kind, buyer })}>
              {kind === 'rename' ? 'Rename...' : 'Erase name...'}
              <span className="visually-hidden"> {buyer.name}</span>
            </Button>
          ))}
        </span>
      ),
    },
  ]
}

const required = { required: { name: inventoryMessages.noBuyer } }

function AddBuyer() {
  const toast = useToast()
  const form = useForm({ name: '' }, undefined, required)
  const add = trpc.inventory.addBuyer.useMutation({
    ...useOutcome(form),
    onSuccess: ({ name }) => {
      form.reset()
      toast({ title: `${name} is a buyer.` })
    },
  })
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

type BuyerDialogProps = { buyer: Buyer; onClose: () => void }

function RenameDialog({ buyer: { id, name }, onClose }: BuyerDialogProps) {
  const form = useForm({ name }, undefined, required)
  const rename = trpc.inventory.renameBuyer.useMutation({ ...useOutcome(form), onSuccess: onClose })
  return (
    <FormDialog
      size="small"
      title="Rename buyer"
      action="Rename"
      pendingAction="Saving..."
      form={form}
      isPending={rename.isPending}
      onSubmit={(values) => rename.mutate({ id, ...values })}
      onClose={onClose}
    >
      <TextField {...form.bind('name')} label="Name" autoComplete="off" maxLength={MAX_BUYER_LENGTH} />
    </FormDialog>
  )
}

function EraseDialog({ buyer: { id, name }, onClose }: BuyerDialogProps) {
  const erase = trpc.inventory.eraseBuyer.useMutation({ onSuccess: onClose, onSettled: useReadAgain() })
  return (
    <ConfirmDialog
      title="Erase the name of this buyer"
      action="Erase name"
      pendingAction="Erasing..."
      isDanger
      isPending={erase.isPending}
      problem={erase.error && { message: failureText(erase.error) }}
      onConfirm={() => erase.mutate({ id })}
      onClose={onClose}
    >
      <p>{name} is erased for good. What they bought stays, with its amounts. Notes and references are not changed.</p>
    </ConfirmDialog>
  )
}
