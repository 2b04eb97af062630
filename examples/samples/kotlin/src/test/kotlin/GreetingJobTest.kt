package com.example.greetings

import dev.sluice.testing.SluiceExtension
import java.nio.file.Files
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.extension.RegisterExtension

class GreetingJobTest {

    companion object {
        @JvmField
        @RegisterExtension
        val sluice: SluiceExtension = SluiceExtension.answering()
            .answer("customer") { id: Long -> Customer("No. $id", "Lovelace") }
            .update("greeted") { 1 }
    }

    @Test
    fun shouldGreetEachCustomerAndNoteIt() {
        sluice.notFound("customer", 2L)
        val file = sluice.directory().resolve("greetings.txt")
        greet(sluice.queues(), file, "2026-11-22", 30)
        val greetings = Files.readAllLines(file)
        assertEquals(listOf("Dear No. 1", "Dear customer"), greetings.take(2))
        assertEquals(30, greetings.size)
        assertTrue(sluice.asked("greeted").contains(listOf("2026-11-22", 1L)))
    }
}
