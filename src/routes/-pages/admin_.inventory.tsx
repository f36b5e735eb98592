import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { InventoryPage } from '#client/features/admin-inventory/inventory-page.tsx'
import { readInventorySearch } from '#client/features/admin-inventory/inventory-search.ts'
import { StaffPage } from '../-staff-page.tsx'

type Search = Record<string, unknown>

export function InventoryRoute(): ReactNode {
  return (
    <StaffPage title="Inventory" area="inventory" payOnly="Only owners and finance see the inventory">
      {(staff) => <Inventory staffId={staff.id} />}
    </StaffPage>
  )
}

function Inventory({ staffId }: { staffId: string }) {
  const search: Search = useSearch({ from: '/admin_/inventory' })
  const navigate = useNavigate({ from: '/admin/inventory' })
  return (
    <InventoryPage
      staffId={staffId}
      search={readInventorySearch(search)}
      onSearch={(next, replace = false) => void navigate({ search: next, replace, resetScroll: false })}
    />
  )
}
