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
 * A batching pool of coroutines. Each request is a coroutine that puts its key into a channel and waits for a deferred. Each
 * worker takes a request and then all further available requests, up to a limit of different keys. It looks up these keys in one
 * call and completes the deferreds. The calls block, and each worker has its own thread for them.
 *
 * The comparison is fair because this is the published design (the document's) with its sizes of 8 workers and 100 keys, its
 * channel is unlimited, and checking for a further request does not suspend. The document's version used a time limit of zero for
 * this check.
 *
 * What could be tuned: the number of workers and the limit of keys. If two workers' batches contain the same key, it is looked up
 * twice. The order of requests is not kept, and the requests in the channel are lost when the process ends.
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

    /** Returns the names for the keys, in the order of the keys. */
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

    /** Returns the first request and those that are already in the channel, up to the limit of keys. */
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
