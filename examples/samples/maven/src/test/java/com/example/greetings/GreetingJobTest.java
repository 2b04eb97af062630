package com.example.greetings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.example.greetings.GreetingJob.Customer;
import dev.sluice.testing.SluiceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class GreetingJobTest {

    @RegisterExtension
    static final SluiceExtension sluice = SluiceExtension.answering()
            .answer("customer", (Long id) -> new Customer("No. " + id, "Lovelace"))
            .update("greeted", arguments -> 1);

    @Test
    void shouldGreetEachCustomerAndNoteIt() throws IOException {
        sluice.notFound("customer", 2L);
        GreetingJob.main(arguments());
        assertEquals("Dear No. 1", greetings().get(0));
        assertEquals("Dear customer", greetings().get(1));
        assertEquals(30, greetings().size());
        assertTrue(sluice.asked("greeted").contains(List.of("2026-11-22", 1L)));
    }

    @Test
    void shouldGreetNobodyTwiceWhenItWasKilled() throws IOException {
        sluice.killAfter(17, GreetingJob.class, arguments());
        GreetingJob.main(arguments());
        assertEquals(30, greetings().size());
        assertEquals(30, sluice.asked("greeted").size());
    }

    private static List<String> greetings() throws IOException {
        return Files.readAllLines(file());
    }

    private static Path file() {
        return sluice.directory().resolve("greetings.txt");
    }

    private static String[] arguments() {
        return new String[] {sluice.queues().toString(), file().toString(), "2026-11-22", "30"};
    }
}
