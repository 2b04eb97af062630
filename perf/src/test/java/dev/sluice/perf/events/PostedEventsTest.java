package dev.sluice.perf.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class PostedEventsTest {

    private final Map<String, BitSet> keys = new ConcurrentHashMap<>();
    private final PostedEvents posted = new PostedEvents(keys);

    @Test
    void shouldCountAnEventOnceWhenItComesAgain() throws IOException {
        take(item(1, "a-", 7) + "," + item(2, "a-", 8));
        assertEquals(2, posted.distinct());

        take(item(3, "a-", 7) + "," + item(4, "b-", 7) + "," + item(5, "a-", 1L << 40) + "," + item(6, "a-", 1L << 40));
        assertEquals(4, posted.items());
        assertEquals(2, posted.distinct());
    }

    @Test
    void shouldCountTheEventsOfOneSenderByTheirNumbersWhateverElseIsInTheirKeys() throws IOException {
        take(item(1, "b8ef6ef8f79cc30f-187b9d1e0a2f3c01-", 1) + "," + item(2, "b8ef6ef8f79cc30f-187b9d1e0a2f3c02-", 2));
        assertEquals(2, posted.distinct());
        assertEquals(Set.of("b8ef6ef8f79cc30f"), keys.keySet());
    }

    @Test
    void shouldAnswerEachItemByItsIdWhenItIsTaken() throws IOException {
        assertEquals(
                "{\"items\":[{\"id\":12,\"status\":200},{\"id\":3,\"status\":200}]}",
                take(item(12, "a-", 1) + "," + item(3, "a-", 2)));
    }

    @Test
    void shouldRefuseABodyWhenAnItemHasNoKey() {
        assertThrows(IOException.class, () -> take("{\"id\":1,\"payload\":{}}"));
    }

    private String take(String items) throws IOException {
        final byte[] body = ("{\"items\":[" + items + "]}").getBytes(StandardCharsets.UTF_8);
        return posted.take(body).toString(StandardCharsets.UTF_8);
    }

    private static String item(int id, String prefix, long number) {
        return String.format(
                "{\"id\":%d,\"idempotencyKey\":\"%s%016x\",\"payload\":{\"order\":{\"n\":%d}}}",
                id, prefix, number, number);
    }
}
