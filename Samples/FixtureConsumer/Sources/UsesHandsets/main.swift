import HandsetSimulation

let simulator = Simulator()
let camera = try simulator.catalogue.scan("android-camera")
print(simulator.verdict(on: Array("myaccessapp://x-callback-url/authenticate".utf8), camera, .android(14)).outcome)
