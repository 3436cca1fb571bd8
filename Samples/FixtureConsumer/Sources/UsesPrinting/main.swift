import KioskPrinting

let plan = try PrintPlan(bytes: 300, conditions: PrintConditions(resolution: .thermal, distance: 150))
print(plan.levels[1].dots)
