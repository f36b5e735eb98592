import { useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { newRequestKey } from '#client/lib/request-key.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useForm } from '#client/ui/form.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { TextArea, TextField } from '#client/ui/text-field.tsx'
import { inventoryMessages, MAX_BUYER_LENGTH } from '#shared/inventory.ts'
import { LOT_MAX_ITEMS, lotMessages } from '#shared/lot.ts'
import type { MakeLotInput } from '#shared/lot-schema.ts'
import { formatDollars, parseDollars, sumOfDollars } from '#shared/money.ts'

type MakeLotDialogProps = {
  /** `price` to begin with, in dollars. */
  chosen?: readonly { submissionId: string; price: number }[]
  onMade: (lotId: string) => void
  onClose: () => void
}

export function MakeLotDialog({ chosen = [], onMade, onClose }: MakeLotDialogProps) {
  // The same for every try, so that a lost answer makes no second lot.
  const [requestKey] = useState(newRequestKey)
  const lines = chosen.map(({ submissionId, price }) => `${submissionId} ${price.toFixed(2)}`).join('\n')
  const form = useForm({ buyer: '', items: lines }, ({ buyer, items }) => {
    if (!buyer.trim()) return { message: inventoryMessages.noBuyer, field: 'buyer' }
    const parsed = parseLotLines(items)
    return 'error' in parsed ? { message: parsed.error, field: 'items' } : undefined
  })
  const make = trpc.lots.make.useMutation(useCall({ form, onDone: ({ id }) => onMade(id) }))
  const { count, dollars } = sumOfLines(form.values.items)
  return (
    <FormDialog
      size="medium"
      title="Make a lot"
      description="Cards in stock that one buyer is offered together"
      form={form}
      isPending={make.isPending}
      action={count > 0 ? `Offer ${count} for ${formatDollars(dollars)}` : 'Make the lot'}
      pendingAction="Making the lot..."
      onSubmit={({ buyer, items }) => {
        const parsed = parseLotLines(items)
        if ('items' in parsed) make.mutate({ buyer, items: parsed.items, requestKey })
      }}
      onClose={onClose}
    >
      <TextField
        {...form.bind('buyer')}
        label="Buyer"
        hint="A new name is added to the buyers."
        autoComplete="off"
        maxLength={MAX_BUYER_LENGTH}
      />
      <TextArea
        {...form.bind('items')}
        label="Cards and prices"
        hint="One card on each line: the order, then the price in dollars."
        placeholder="GCE-7K3M9Q2XVB 96.00"
        mono
        rows={8}
      />
    </FormDialog>
  )
}

/** An order and a price on each line, or what is wrong with the first bad line. */
export function parseLotLines(text: string): { items: MakeLotInput['items'] } | { error: string } {
  const items: MakeLotInput['items'] = []
  for (const [at, line] of text.split('\n').entries()) {
    const cells = line
      .trim()
      .split(/[\s,;]+/)
      .filter(Boolean)
    if (cells.length === 0) continue
    const [order = '', price = '', ...rest] = cells
    const cents = parseDollars(price)
    if (rest.length > 0 || cents === null || cents <= 0)
      return { error: `Line ${at + 1}: enter an order and its price in dollars, such as GCE-7K3M9Q2XVB 96.00.` }
    items.push({ submissionId: order.toUpperCase(), price: cents / 100 })
  }
  if (items.length === 0) return { error: lotMessages.noItem }
  if (items.length > LOT_MAX_ITEMS) return { error: lotMessages.tooMany }
  return { items }
}

/** In dollars; lines that cannot be read are left out. */
export function sumOfLines(text: string): { count: number; dollars: number } {
  const parsed = parseLotLines(text)
  if ('error' in parsed) return { count: 0, dollars: 0 }
  return { count: parsed.items.length, dollars: sumOfDollars(parsed.items.map(({ price }) => price)) }
}
