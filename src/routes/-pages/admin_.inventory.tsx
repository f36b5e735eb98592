import { InventoryPage } from '#client/features/admin-inventory/inventory-page.tsx'
import { readInventorySearch } from '#client/features/admin-inventory/inventory-search.ts'
import { StaffPage, useStaffSearch } from '../-staff-page.tsx'

export function InventoryRoute() {
  return (
    <StaffPage title="Inventory" area="inventory" payOnly="Only owners and finance see the inventory">
      {() => <Inventory />}
    </StaffPage>
  )
}

function Inventory() {
  const [search, onSearch] = useStaffSearch('/admin/inventory')
  return <InventoryPage search={readInventorySearch(search)} onSearch={onSearch} />
}
