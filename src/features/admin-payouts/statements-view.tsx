import { keepPreviousData } from '@tanstack/react-query'
import { useCall } from '#client/calls/use-call.ts'
import { counted, formatDay } from '#client/lib/format.ts'
import { singleKeys, useControlKeys } from '#client/lib/single-keys.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type ButtonProps, CallButton } from '#client/ui/button.tsx'
import { FilterBar, FilterChoices, FilterSelect } from '#client/ui/filter-bar.tsx'
import { PayoutLink } from '#client/ui/id-link.tsx'
import { ListState, TablePage } from '#client/ui/list-page.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { OpenButton } from '#client/ui/open-button.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import type { Column } from '#client/ui/table.tsx'
import { formatDollars } from '#shared/money.ts'
import { LINES_PER_PAGE } from '#shared/statement.ts'
import type { Movement, StatementAccount } from '#shared/statement-schema.ts'
import { EntryList } from './entry-list.tsx'
import { transferName } from './ledger-names.ts'
import { ReconciliationPanel } from './ledger-view.tsx'
import type { PayoutSearch, PayoutSearchProps, StatementList } from './payout-search.ts'
import { MoveMoneyDialog, StatementAccountDialog } from './statement-account-dialog.tsx'
import { StatementImportDialog } from './statement-import-dialog.tsx'
import { StatementImportsDialog } from './statement-imports-dialog.tsx'
import { AdjustDialog } from './statement-line-dialogs.tsx'
import { LineList } from './statement-line-list.tsx'
import { shownAccount, shownList } from './statement-search.ts'

export function StatementsView({ search, onSearch }: PayoutSearchProps) {
  const query = trpc.statements.accounts.useQuery()
  useControlKeys('/ixma')
  return (
    <ListState query={query} what="accounts">
      {(accounts) => {
        const account = shownAccount(accounts, search)
        return account ? (
          <Account {...{ accounts, account, search, onSearch }} />
        ) : (
          <StateMessage
            title="No accounts yet"
            headingLevel={3}
            action={<AddAccount {...{ accounts, onSearch }} variant="primary" size="regular" />}
          >
            Add each place where your money is, such as a bank account or PayPal, and import its statements: each line
            finds what it is in the books.
          </StateMessage>
        )
      }}
    </ListState>
  )
}

type AddAccountProps = Pick<PayoutSearchProps, 'onSearch'> &
  Pick<ButtonProps, 'variant' | 'size'> & { accounts: readonly StatementAccount[] }

function AddAccount({ accounts, onSearch, ...button }: AddAccountProps) {
  return (
    <OpenButton
      {...button}
      dialog={(onClose) => (
        <StatementAccountDialog
          taken={accounts.flatMap(({ methods }) => methods)}
          onMade={(bank) => onSearch({ show: 'statements', bank })}
          onClose={onClose}
        />
      )}
    >
      Add account...
    </OpenButton>
  )
}

type AccountProps = PayoutSearchProps & { accounts: readonly StatementAccount[]; account: StatementAccount }

function Account({ accounts, account, search, onSearch }: AccountProps) {
  const list = shownList(search)
  const { from, to } = search
  const days = { ...(from && { from }), ...(to && { to }) }
  const own: PayoutSearch = { show: 'statements', bank: account.id, ...days }
  const importing = (onClose: () => void) => <StatementImportDialog {...{ account, onClose }} />
  return (
    <>
      <div className="cluster gap-3 row-gap-2 pad-block-2">
        <FilterSelect
          label="Account"
          options={accounts.map(({ id, name }) => ({ value: id, name }))}
          chosen={account.id}
          onChoose={(bank) => onSearch({ show: 'statements', bank, ...days })}
        />
        <OpenButton variant="primary" aria-keyshortcuts="i" dialog={importing}>
          Import statement...
        </OpenButton>
        <RematchButton accountId={account.id} />
        <OpenButton variant="quiet" dialog={(onClose) => <StatementImportsDialog {...{ account, onClose }} />}>
          Imports...
        </OpenButton>
        <OpenButton
          variant="quiet"
          dialog={(onClose) => <MoveMoneyDialog subject={{ accounts, from: account.id }} onClose={onClose} />}
        >
          Move money...
        </OpenButton>
        <OpenButton
          variant="quiet"
          dialog={(onClose) => (
            <StatementAccountDialog
              {...{ account, onClose }}
              taken={accounts.flatMap((each) => (each === account ? [] : each.methods))}
            />
          )}
        >
          Change account...
        </OpenButton>
        <AddAccount {...{ accounts, onSearch }} variant="quiet" />
      </div>
      {account.needsOpening && (
        <Notice tone="warn">
          Enter under 'Change account...' what {account.name} had on the morning of {formatDay(account.openingOn)}.
        </Notice>
      )}
      <UnassignedCash {...{ accounts, account }} />
      <ReconciliationPanel key={account.id} {...{ account, search, onSearch }} />
      <FilterBar>
        <FilterChoices
          label="List"
          choices={choicesOf(account)}
          chosen={list}
          onChoose={(next) => onSearch({ ...own, list: next })}
        />
        {list !== 'entries' && (
          <SearchBox
            label="Search lines and payouts"
            placeholder="Reference, payout, amount..."
            shortcut="/"
            committed={search.search}
            onCommit={(text) => onSearch({ ...own, list, search: text }, true)}
          />
        )}
      </FilterBar>
      {list === 'entries' && <EntryList {...{ account, search, onSearch }} />}
      {list === 'payouts' && <FreeMovements {...{ account, search, onSearch }} />}
      {list !== 'entries' && list !== 'payouts' && (
        <LineList key={`${account.id} ${list}`} {...{ account, list, search, onSearch }} />
      )}
      {singleKeys.use() && <p className="muted pointer-only pad-block-2">Keys: I import, X all, M match, A adjust.</p>}
    </>
  )
}

/** Cash that no money account has; what was paid from nowhere is taken from the account. */
function UnassignedCash({ accounts, account: { id } }: Pick<AccountProps, 'accounts' | 'account'>) {
  const { data = [] } = trpc.payouts.balances.useQuery()
  const amount = data.find(({ account }) => account === 'cash:unassigned')?.balance ?? 0
  if (amount === 0) return null
  const move = { ...(amount < 0 ? { from: id, to: 'unassigned' } : { from: 'unassigned', to: id }), accounts }
  return (
    <Notice tone="warn">
      <p className="cluster gap-3 row-gap-2">
        {formatDollars(amount)} of cash is not assigned to a money account.
        <OpenButton
          dialog={(onClose) => <MoveMoneyDialog subject={{ ...move, amount: Math.abs(amount) }} onClose={onClose} />}
        >
          Assign it...
        </OpenButton>
      </p>
    </Notice>
  )
}

function choicesOf({ counts }: StatementAccount): { value: StatementList; name: string; urgent?: number }[] {
  return [
    { value: 'open', name: 'Open lines', urgent: counts.open },
    { value: 'differs', name: 'Amounts differ', urgent: counts.differs },
    { value: 'payouts', name: 'Movements without line' },
    { value: 'reconciled', name: 'Reconciled' },
    { value: 'all', name: 'All lines' },
    { value: 'entries', name: 'Adjusting entries' },
  ]
}

/** Open lines find payouts that were marked as sent after the import. */
function RematchButton({ accountId }: { accountId: string }) {
  const rematch = trpc.statements.rematch.useMutation(
    useCall({
      toast: ({ matched, differs }) => `${counted(matched, 'line')} matched, ${differs} of another amount.`,
      failed: 'Not matched',
    }),
  )
  return (
    <CallButton variant="quiet" call={rematch} input={{ id: accountId }}>
      Match again
    </CallButton>
  )
}

function FreeMovements({ account, search, onSearch }: PayoutSearchProps & { account: StatementAccount }) {
  const input = { id: account.id, search: search.search, page: search.page ?? 1, limit: LINES_PER_PAGE }
  const query = trpc.statements.movements.useQuery(input, { placeholderData: keepPreviousData })
  return (
    <TablePage
      query={query}
      what="movements"
      onPage={(page, replace) => onSearch({ ...search, show: 'statements', page }, replace)}
      empty={
        <StateMessage title="Every movement has a line" headingLevel={3}>
          What changed the balance of {account.name} in the books since {formatDay(account.openingOn)}.
        </StateMessage>
      }
      name="Movements without a line, oldest first"
      columns={[...facts, { name: 'Actions', kind: 'actions', cell: (movement) => adjust(account, movement) }]}
      narrow="labelled"
    />
  )
}

const adjust = (account: StatementAccount, movement: Movement) => (
  <OpenButton variant="quiet" dialog={(onClose) => <AdjustDialog subject={{ account, movement }} onClose={onClose} />}>
    Adjust...<span className="visually-hidden"> {movement.id}</span>
  </OpenButton>
)

const facts: readonly Column<Movement>[] = [
  { name: 'What', cell: ({ kind, ids }) => transferName(kind, ids.length) },
  { name: 'Day', cell: ({ day }) => formatDay(day) },
  { name: 'Amount', kind: 'number', cell: ({ amount }) => formatDollars(amount) },
  { name: 'Payout', cell: ({ payoutId }) => payoutId && <PayoutLink id={payoutId} /> },
  { name: 'Order', cell: ({ orderId }) => orderId && <span className="mono">{orderId}</span> },
]
