package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.internal.wire.Arguments;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RestOperationTest {

    private final AskedOperations operations = new AskedOperations();
    private final RestOperation operation = operations.lookup(80);

    @AfterEach
    void close() {
        operations.close();
    }

    @Test
    void shouldTakeSmallerCallsOnceOneWasTooLargeAndLargerOnesAgainWhenManyWentWell() {
        assertEquals(80, operation.callLimit());
        operation.tooMuch(80);
        assertEquals(40, operation.callLimit());
        operation.tooMuch(20);
        assertEquals(10, operation.callLimit());
        for (int call = 0; call < 15; call++) {
            operation.wentWell(10);
        }
        operation.wentWell(3); // says nothing of larger ones
        assertEquals(10, operation.callLimit());
        operation.wentWell(10);
        assertEquals(12, operation.callLimit());
        for (int call = 0; call < 1_000; call++) {
            operation.wentWell(80);
        }
        assertEquals(80, operation.callLimit());
    }

    @Test
    void shouldNeverTakeLessThanOneItem() {
        operation.tooMuch(1);
        assertEquals(1, operation.callLimit());
    }

    @Test
    void shouldRememberOtherKeysThatWentWell() {
        final Arguments one = Arguments.of(1L);
        final Arguments two = Arguments.of(2L);
        assertEquals(Optional.empty(), operation.goodBeside(one));
        operation.good(one, 1);
        assertEquals(Optional.empty(), operation.goodBeside(one));
        operation.good(two, 1);
        operation.good(two, 1);
        assertEquals(Optional.of(two), operation.goodBeside(one));
        assertEquals(Optional.of(one), operation.goodBeside(two));
    }
}
