// SPDX-License-Identifier: Apache-2.0
import ExampleSupport

Example("ColourField", "a field that takes the name of a colour") { _ in ColourScreen() }.main()
