import { Table } from './table.tsx'

type Fault = { line: number; column: string; message: string }

const columns = [
  { name: 'Line', cell: ({ line }: Fault) => line },
  { name: 'Column', cell: ({ column }: Fault) => <span className="mono">{column}</span> },
  { name: 'What is wrong', wraps: true, cell: ({ message }: Fault) => message },
]

export function FaultTable({ faults }: { faults: readonly Fault[] }) {
  return (
    <Table
      name="Faults of the file"
      isTall
      columns={columns}
      rows={faults}
      rowKey={({ line, column, message }) => `${line} ${column} ${message}`}
    />
  )
}
