package dev.sluice.perf.baseline

import java.util.concurrent.Executors
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.cancel
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

/**
 * A pool that batches, of coroutines: each request is a coroutine that puts its key into a channel and waits for a
 * deferred; each worker takes a request, then all that are there until it has so many different keys, asks for them in one
 * call, and completes the deferreds. The workers' calls wait, each on a thread of its own.
 *
 * Fair, because it is the document's design with its sizes (8 workers, 100 keys), its channel has no limit, and looking
 * for one more request costs no suspension, for which the document's version had to use a time limit of zero. To tune: the
 * number of workers and the threshold. Equal keys of two workers' batches are asked twice; there is no order to keep, and
 * what is in the channel ends with the process.
 */
class BatchingPool(
    private val names: NamesByHand,
    private val workers: Int,
    private val keyLimit: Int,
) : AutoCloseable {
    private class Wanted(
        val key: Long,
        val name: CompletableDeferred<String> = CompletableDeferred(),
    )

    private val dispatcher = Executors.newFixedThreadPool(workers).asCoroutineDispatcher()
    private val scope = CoroutineScope(dispatcher + SupervisorJob())
    private val channel = Channel<Wanted>(Channel.UNLIMITED)

    init {
        repeat(workers) { scope.launch { work() } }
    }

    /** The names for those keys, in their order. */
    fun load(keys: LongArray): List<String> = runBlocking { keys.map { key -> async { load(key) } }.awaitAll() }

    private suspend fun load(key: Long): String {
        val wanted = Wanted(key)
        channel.send(wanted)
        return wanted.name.await()
    }

    private suspend fun work() {
        while (true) {
            answer(take(channel.receive()))
        }
    }

    /** The first, and those that are there already. */
    private fun take(first: Wanted): List<Wanted> {
        val taken = mutableListOf(first)
        val keys = hashSetOf(first.key)
        while (keys.size < keyLimit) {
            val next = channel.tryReceive().getOrNull() ?: break
            taken += next
            keys += next.key
        }
        return taken
    }

    private fun answer(taken: List<Wanted>) {
        try {
            val found = names.many(taken.mapTo(HashSet()) { it.key })
            taken.forEach { it.name.complete(found.getValue(it.key)) }
        } catch (e: Exception) {
            taken.forEach { it.name.completeExceptionally(e) }
        }
    }

    override fun close() {
        scope.cancel()
        dispatcher.close()
    }
}
