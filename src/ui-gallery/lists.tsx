import { useState } from 'react'
import { AddressText } from '#client/ui/address-text.tsx'
import { Tag } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { FilterBar, FilterChoices, FilterDownload, FilterRow, FilterSelect } from '#client/ui/filter-bar.tsx'
import { RowCheck } from '#client/ui/row-check.tsx'
import { RowToggle } from '#client/ui/row-toggle.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { Time } from '#client/ui/time.tsx'
import { WaitingAge } from '#client/ui/waiting-age.tsx'
import { Case, Section } from './section.tsx'

type Row = { name: string; rate: number; at: string; note: string; isOver?: true }

const rows: readonly Row[] = [
  { name: 'Apple', rate: 92, at: '2026-11-26T10:00:00.000Z', note: 'A short note' },
  { name: 'Steam', rate: 90.5, at: '2026-11-20T18:30:00.000Z', note: 'A note that is long enough to need two lines' },
  { name: 'Hidden', rate: 87, at: '2026-10-01T09:05:00.000Z', note: '', isOver: true },
]

/** Tables and what filters them. Lists of pages need the server and are in the pages only. */
export function Lists() {
  return (
    <Section title="Tables and filters">
      <Case title="FilterBar" wide>
        <Filters />
      </Case>
      <Case title="Table" wide>
        <SortedTable />
      </Case>
      <Case title="RowToggle, WaitingAge">
        <OpenRow />
      </Case>
      <Case title="AddressText">
        <p style={{ width: '12rem' }}>
          <AddressText>dana.montgomery@mail.example</AddressText>
        </p>
      </Case>
      <Case title="Table: cards on a phone" wide>
        <Table name="As cards" narrow="cards" columns={columns} rows={rows} rowKey={({ name }) => name} />
        <Table name="As labelled cards" narrow="labelled" columns={columns} rows={rows} rowKey={({ name }) => name} />
      </Case>
    </Section>
  )
}

const columns: readonly Column<Row, 'name' | 'rate'>[] = [
  { name: 'Brand', sort: 'name', cell: ({ name }) => name },
  { name: 'Rate', kind: 'number', sort: 'rate', cell: ({ rate }) => `${rate}%` },
  { name: 'Changed', from: 'medium', cell: ({ at }) => <Time at={at} /> },
  { name: 'Note', wraps: true, from: 'wide', cell: ({ note }) => note },
  { name: 'State', cell: ({ isOver }) => <Tag tone={isOver ? 'off' : 'ok'}>{isOver ? 'Hidden' : 'Active'}</Tag> },
]

function SortedTable() {
  const [isChecked, setIsChecked] = useState(false)
  const [sort, setSort] = useState<'name' | 'rate'>('name')
  const check: Column<Row, 'name' | 'rate'> = {
    name: 'Select',
    kind: 'select',
    cell: ({ name }) => (
      <RowCheck label={`Select ${name}`} isChecked={isChecked} onToggle={() => setIsChecked(!isChecked)} />
    ),
  }
  return (
    <Table
      name="Brands"
      title={<h4>Brands</h4>}
      columns={[check, ...columns]}
      headColumn={1}
      rows={rows}
      rowKey={({ name }) => name}
      isMuted={({ isOver }) => isOver === true}
      order={{ sort, isDescending: false, onSort: setSort }}
      foot={['', 'All', '89.8%']}
    />
  )
}

function OpenRow() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <RowToggle isOpen={isOpen} controls="row-details" shortcut="Enter" onToggle={() => setIsOpen(!isOpen)}>
        Apple
      </RowToggle>
      <p id="row-details" className="cluster">
        {isOpen && 'The details.'}
        {(['fresh', 'late', 'overdue'] as const).map((urgency) => (
          <WaitingAge key={urgency} age="45 min" urgency={urgency} />
        ))}
      </p>
    </>
  )
}

const states = ['All', 'Active', 'Hidden'].map((name) => ({ value: name, name }))

function Filters() {
  const [chosen, setChosen] = useState('All')
  const [text, setText] = useState('')
  return (
    <>
      <FilterRow chosen={chosen}>
        <div className="cluster gap-2">
          <span className="muted">Lists</span>
          <Button variant="quiet" size="small" aria-pressed={false}>
            Evidence owed 9
          </Button>
        </div>
      </FilterRow>
      <FilterBar>
        <FilterChoices label="State" choices={states} chosen={chosen} onChoose={setChosen} />
        <SearchBox label="Search" placeholder="Search..." committed={text} onCommit={setText} />
        <FilterSelect label="State, as a select" options={states} chosen={chosen} onChoose={setChosen} />
        <FilterDownload href="#file">Export CSV</FilterDownload>
      </FilterBar>
    </>
  )
}
