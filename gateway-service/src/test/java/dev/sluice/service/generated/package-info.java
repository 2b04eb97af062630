/**
 * Random schemas with random programs: what the gateway makes of them is compared with what plain JDBC makes of them, one statement
 * at a time. {@link dev.sluice.service.generated.PlainJdbc} shares no code with the gateway.
 */
package dev.sluice.service.generated;
