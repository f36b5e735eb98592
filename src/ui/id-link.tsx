import { Link } from '@tanstack/react-router'

export function OrderLink({ id }: { id: string }) {
  return (
    <Link to="/admin" search={{ search: id }} className="mono nowrap">
      {id}
    </Link>
  )
}

export function PayoutLink({ id }: { id: string }) {
  return (
    <Link to="/admin/payouts" search={{ search: id }} className="mono nowrap">
      {id}
    </Link>
  )
}

export function LotLink({ id }: { id: string }) {
  return (
    <Link to="/admin/inventory" search={{ show: 'lots', lot: id }} className="mono nowrap">
      {id}
    </Link>
  )
}

export function ItemLink({ id }: { id: string }) {
  return (
    <Link to="/admin/inventory" search={{ item: id }} className="mono nowrap">
      {id}
    </Link>
  )
}

export function PayoutFileLink({ id }: { id: string }) {
  return (
    <Link to="/admin/payouts" search={{ show: 'files', file: id }} className="mono nowrap">
      {id}
    </Link>
  )
}

/** Of a line or of an adjusting entry, which leads to the line. */
export function StatementLineLink({ id }: { id: string }) {
  return (
    <Link to="/admin/payouts" search={{ show: 'statements', search: id }} className="mono nowrap">
      {id}
    </Link>
  )
}

export function StatementAccountLink({ id }: { id: string }) {
  return (
    <Link to="/admin/payouts" search={{ show: 'statements', bank: id }} className="mono nowrap">
      {id}
    </Link>
  )
}
