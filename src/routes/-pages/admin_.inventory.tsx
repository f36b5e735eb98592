import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { InventoryPage } from '#client/features/admin-inventory/inventory-page.tsx'
import { readInventorySearch } from '#client/features/admin-inventory/inventory-search.ts'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { StateMessage } from '#client/ui/state-message.tsx'
import { StaffPage } from '../-staff-page.tsx'

type Search = Record<string, unknown>

export function InventoryRoute(): ReactNode {
  return (
    <StaffPage title="Inventory" area="inventory">
      {(staff) => <Inventory staffId={staff.id} />}
    </StaffPage>
  )
}

/** Says so to staff without the permission; the server rejects their calls. */
function Inventory({ staffId }: { staffId: string }) {
  const search: Search = useSearch({ from: '/admin_/inventory' })
  const navigate = useNavigate({ from: '/admin/inventory' })
  const { mayPay } = useStaffPermissions()
  if (!mayPay) return <StateMessage title="Only owners and finance see the inventory">Ask an owner.</StateMessage>
  return (
    <InventoryPage
      staffId={staffId}
      search={readInventorySearch(search)}
      onSearch={(next, replace = false) => void navigate({ search: next, replace, resetScroll: false })}
    />
  )
}
