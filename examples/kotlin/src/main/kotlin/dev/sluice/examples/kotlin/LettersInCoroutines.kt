@file:JvmName("LettersInCoroutines")

package dev.sluice.examples.kotlin

import dev.sluice.api.Update
import dev.sluice.client.GatewayClient
import dev.sluice.client.job.FileSink
import dev.sluice.client.job.Job
import dev.sluice.examples.letters.Address
import dev.sluice.examples.letters.Contract
import dev.sluice.examples.letters.Contracts
import dev.sluice.examples.letters.Customer
import dev.sluice.examples.letters.Letter
import dev.sluice.examples.letters.LettersDatabase
import java.nio.file.Path
import java.time.LocalDate
import java.util.concurrent.CompletableFuture
import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.flow.asFlow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.future.await
import kotlinx.coroutines.runBlocking

private const val AT_A_TIME = 500

/** The job's questions. The gateway's configuration says what the names mean. */
interface Gateway {
    fun customer(id: Long): CompletableFuture<Customer>

    fun address(id: Long): CompletableFuture<Address>

    @Update("last-letter")
    fun lastLetter(date: LocalDate, contract: Long): CompletableFuture<Long>
}

/** Queues, URL of the database, file, date of the letters: killed and started again, a run goes on where it was. */
fun main(args: Array<String>) {
    val (queues, url, file, date) = args
    GatewayClient.open(Path.of(queues)).use { client ->
        client.job("letters", date).use { job ->
            Contracts.readAfter(LettersDatabase.at(url), job.lastHandled()).use { contracts ->
                FileSink.text(Path.of(file)).use { letters ->
                    runBlocking { run(job, contracts, letters, LocalDate.parse(date)) }
                }
            }
        }
    }
}

/** Coroutines of many contracts wait at a time; their letters are taken in the order of the contracts. */
private suspend fun run(job: Job, contracts: Contracts, letters: FileSink<CharSequence>, date: LocalDate) =
    coroutineScope {
        letters.resume(job.sinkMark())
        contracts.asFlow()
            .map { contract -> job.item(contract.key()) to contract }
            .map { (item, contract) -> item to async { letter(contract, item.declare(Gateway::class.java), date) } }
            .buffer(AT_A_TIME)
            .collect { (item, letter) ->
                // Whoever starts it again after a failure has seen to the cause.
                letters.write(runCatching { letter.await() }.onFailure { job.stop(letters.mark()) }.getOrThrow())
                job.handled(item)
                if (job.handledItems() % 1_000 == 0L) job.mark(letters.mark())
            }
        job.end(letters.mark())
    }

private suspend fun letter(contract: Contract, gateway: Gateway, date: LocalDate): String {
    val customer = gateway.customer(contract.customerId)
    val address = gateway.address(contract.addressId)
    val letter = Letter.compose(contract, customer.await(), address.await(), date)
    gateway.lastLetter(date, contract.id).await()
    return letter
}
