package com.example.greetings

import dev.sluice.client.GatewayClient
import dev.sluice.client.job.FileSink
import java.nio.file.Path
import java.util.Optional
import java.util.concurrent.CompletableFuture

/** A row of the lookup `customer`. */
@JvmRecord
data class Customer(val firstName: String, val lastName: String)

/** The job's lookups. Each method has the name of a lookup in the gateway's configuration. */
interface Questions {
    fun customer(id: Long): CompletableFuture<Optional<Customer>>
}

/** Writes a greeting for each customer, and records it in the database. After a kill, the next start continues the run. */
fun greet(queues: Path, file: Path, day: String, customers: Long) =
    GatewayClient.open(queues).use { client ->
        client.job("greetings", day).use { job ->
            job.run((1..customers).toList(), Long::toString, { id, gateway ->
                val customer = gateway.declare(Questions::class.java).customer(id).get()
                gateway.update("greeted", day, id) // the job waits for the result
                "Dear " + customer.map { it.firstName }.orElse("customer")
            }, FileSink.lines(file))
        }
    }
