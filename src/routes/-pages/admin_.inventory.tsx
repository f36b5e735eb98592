import { InventoryPage } from '#client/features/admin-inventory/inventory-page.tsx'
import { readInventorySearch } from '#client/features/admin-inventory/inventory-search.ts'
import { StaffPage, useStaffSearch } from '../-staff-page.tsx'

export function InventoryRoute() {
  return (
    <StaffPage title="Inventory" area="inventory" payOnly="Only owners and finance see the inventory">
      {(staff) => <Inventory staffId={staff.id} />}
    </StaffPage>
  )
}

function Inventory({ staffId }: { staffId: string }) {
  const [search, onSearch] = useStaffSearch('/admin/inventory')
  return <InventoryPage staffId={staffId} search={readInventorySearch(search)} onSearch={onSearch} />
}
