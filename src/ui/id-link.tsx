import { Link, type LinkProps } from '@tanstack/react-router'

const idLink = (placeOf: (id: string) => LinkProps) =>
  function IdLink({ id, name }: { id: string; name?: string | undefined }) {
    return (
      <Link {...placeOf(id)} className={name ? undefined : 'mono nowrap'}>
        {name ?? id}
      </Link>
    )
  }

export const OrderLink = idLink((id) => ({ to: '/admin', search: { search: id } }))
/** To an order in the review view, whatever its status. */
export const ReviewLink = idLink((id) => ({ to: '/admin', search: { view: 'review', status: 'all', id } }))
export const PayoutLink = idLink((id) => ({ to: '/admin/payouts', search: { search: id } }))
export const LotLink = idLink((id) => ({ to: '/admin/inventory', search: { show: 'lots', lot: id } }))
/** From the id of an order to its card. */
export const ItemLink = idLink((id) => ({ to: '/admin/inventory', search: { item: id } }))
export const PayoutFileLink = idLink((id) => ({ to: '/admin/payouts', search: { show: 'files', file: id } }))
/** Of a line or of an adjusting entry, which leads to the line. */
export const StatementLineLink = idLink((id) => ({ to: '/admin/payouts', search: { show: 'statements', search: id } }))
export const MonthLink = idLink(() => ({ to: '/admin/payouts', search: { show: 'months' } }))
export const StatementAccountLink = idLink((id) => ({ to: '/admin/payouts', search: { show: 'statements', bank: id } }))
