package dev.sluice.perf.baseline

import com.fasterxml.jackson.databind.PropertyNamingStrategies
import com.fasterxml.jackson.databind.json.JsonMapper
import dev.sluice.examples.letters.Address
import dev.sluice.examples.letters.Contract
import dev.sluice.examples.letters.Customer
import dev.sluice.perf.load.Letters
import dev.sluice.perf.load.LettersVariant
import java.io.IOException
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.future.await
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.selects.select
import kotlinx.coroutines.sync.Semaphore

/**
 * Makes chunked REST calls from coroutines, like the published letters job (the document). The body of the main loop runs as one
 * coroutine for each contract. It passes its questions to the collector coroutine of each service, and suspends. When a collector
 * has a full chunk, or its ticker fires, it calls the service and resumes the waiting bodies.
 *
 * The comparison is fair because nothing blocks or is unnecessarily slow. Calls are asynchronous over reused connections, and
 * several can be in flight while the collector continues. A body sends both questions before it waits for an answer. Replies are
 * bound to records. There are twice as many bodies as the chunks in flight need.
 *
 * The document's coroutines write their letters in any order. Here the letters must be in order, so that they can be compared.
 * The loop therefore keeps the coroutines in a channel in the order of the contracts, and awaits their letters in this order. The
 * channel also limits the number of coroutines.
 *
 * What could be tuned: the chunk size, the calls in flight at each service, the number of bodies, the ticker, and the dispatcher.
 *
 * @param customers the URL of the customer service
 * @param addresses the URL of the address service
 * @param chunk the maximum number of questions in a call
 * @param callsInFlight the maximum number of calls in flight at each service
 */
class ChunkedRestByCoroutines(
    private val customers: URI,
    private val addresses: URI,
    private val chunk: Int,
    private val callsInFlight: Int,
) : LettersVariant {

    private val client: HttpClient = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()

    override fun write(contracts: Iterator<Contract>, letters: Letters) = runBlocking(Dispatchers.Default) {
        val customer = Collector(this, ChunkedService(client, customers, "customer", Customer::class.java))
        val address = Collector(this, ChunkedService(client, addresses, "address", Address::class.java))
        val bodies = Channel<Deferred<String>>(2 * chunk * (callsInFlight + 1))
        launch(Dispatchers.IO) {
            for (contract in contracts) {
                bodies.send(this@runBlocking.async { body(contract, customer, address) })
            }
            bodies.close()
        }
        for (letter in bodies) {
            letters.write(letter.await())
        }
        customer.stop()
        address.stop()
    }

    private suspend fun body(contract: Contract, customers: Collector<Customer>, addresses: Collector<Address>): String {
        val customer = customers.ask(contract.customerId)
        val address = addresses.ask(contract.addressId)
        return Letters.compose(contract, customer.await(), address.await())
    }

    override fun close() = Unit

    private class Task<T>(val key: Long, val reply: CompletableDeferred<T>)

    /** Collects questions for a service, and sends them when a chunk is full or the ticker fires. */
    private inner class Collector<T>(scope: CoroutineScope, private val service: ChunkedService<T>) {

        private val tasks = Channel<Task<T>>(chunk)
        private val ticks = Channel<Unit>(Channel.CONFLATED)
        private val room = Semaphore(callsInFlight)
        private val ticker = scope.launch {
            while (true) {
                delay(TICK_MILLIS)
                ticks.send(Unit)
            }
        }
        private val collector = scope.launch { collect() }

        suspend fun ask(key: Long): Deferred<T> = CompletableDeferred<T>().also { tasks.send(Task(key, it)) }

        fun stop() {
            ticker.cancel()
            collector.cancel()
        }

        private suspend fun collect() = coroutineScope {
            var open = ArrayList<Task<T>>(chunk)
            while (true) {
                val ticked = select {
                    tasks.onReceive { task -> open.add(task); false }
                    ticks.onReceive { true }
                }
                while (open.size < chunk) {
                    open.add(tasks.tryReceive().getOrNull() ?: break)
                }
                if (open.size == chunk || ticked && open.isNotEmpty()) {
                    val full = open
                    open = ArrayList(chunk)
                    room.acquire()
                    launch { answer(full) }
                }
            }
        }

        private suspend fun answer(chunk: List<Task<T>>) {
            try {
                val answers = service.find(chunk.map { it.key })
                chunk.forEachIndexed { i, task -> task.reply.complete(answers[i]) }
            } finally {
                room.release()
            }
        }
    }

    private companion object {
        const val TICK_MILLIS = 2L
    }
}

/** A client for a service that answers chunks. The answers come in any order, each with the id of its question. */
private class ChunkedService<T>(private val client: HttpClient, service: URI, name: String, type: Class<T>) {

    @JvmRecord
    data class Question(val id: Int, val key: Long)

    @JvmRecord
    data class Questions(val items: List<Question>)

    @JvmRecord
    data class Answer<T>(val id: Int, val status: Int, val value: T?)

    @JvmRecord
    data class Answers<T>(val items: List<Answer<T>>)

    private val request = HttpRequest.newBuilder(service.resolve("/$name:lookup")).header("Content-Type", "application/json")
    private val writer = JSON.writerFor(Questions::class.java)
    private val reader = JSON.readerFor(JSON.typeFactory.constructParametricType(Answers::class.java, type))

    /** Returns the value of each key, in the order of the keys; fails if a key is not found. */
    suspend fun find(keys: List<Long>): List<T> {
        val questions = Questions(keys.mapIndexed { id, key -> Question(id, key) })
        val body = HttpRequest.BodyPublishers.ofByteArray(writer.writeValueAsBytes(questions))
        val response = client.sendAsync(request.copy().POST(body).build(), HttpResponse.BodyHandlers.ofByteArray()).await()
        if (response.statusCode() != 207) {
            throw IOException("${response.uri()} answered with status ${response.statusCode()}")
        }
        val answers = arrayOfNulls<Any>(keys.size)
        reader.readValue<Answers<T>>(response.body()).items.forEach { answers[it.id] = it.value }
        @Suppress("UNCHECKED_CAST")
        return keys.indices.map { (answers[it] ?: throw IOException("nothing for key ${keys[it]}")) as T }
    }

    private companion object {
        val JSON: JsonMapper =
            JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build()
    }
}
