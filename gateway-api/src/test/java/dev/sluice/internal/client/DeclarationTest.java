package dev.sluice.internal.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.DeclarationException;
import dev.sluice.api.Lookup;
import dev.sluice.api.Query;
import dev.sluice.api.Row;
import dev.sluice.api.Send;
import dev.sluice.api.Update;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DeclarationTest {

    enum Colour {
        RED
    }

    record Good(long id, Colour colour, int[] none) {}

    record Fine(long id, Colour colour, Number size, Object any, short small, double[] values) {}

    interface Right {
        Fine record(long id, String text, Object any);

        List<Row> rows();
    }

    interface Wrong {
        @Lookup
        @Query
        Row both(long id);

        Row date(Date first, long second, Map<String, String> third);

        Good badComponent(long id);

        long scalar(long id);

        @Update
        Map<String, Long> updateWithMap();

        @Update
        CompletableFuture<String> futureOfText();

        @Send
        Row twoEvents(String one, String two);

        <T> Optional<T> generic(long id);

        @SuppressWarnings("rawtypes")
        CompletableFuture raw();

        List<? extends Row> wildcard();

        void nothing(long id);

        String toString();

        default Date notAsked(Date date) {
            return date;
        }
    }

    interface Typed<T> {
        T one(long id);
    }

    interface OfFine extends Typed<Fine> {}

    sealed interface Closed permits Only {}

    record Only() implements Closed {}

    @Test
    void shouldTakeWhatIsRight() {
        Declaration.of(Right.class);
    }

    @Test
    void shouldListEveryMistakeAtOnce() {
        final var e = assertThrows(DeclarationException.class, () -> Declaration.of(Wrong.class));
        final String rows =
                "but a lookup or a query gives a record, Row, Rows, Optional or List of those, or a CompletableFuture";
        final String counts =
                "but an update gives long, int or void; with RETURNING a record, Row, Rows, Optional or List of"
                        + " those too; or a CompletableFuture";
        final String allowed = dev.sluice.api.ValueType.allowed();
        assertEquals(
                List.of(
                        "badComponent(long) returns the record Good, whose component 'none' is a int[], which no column fits",
                        "both(long) has more than one of @Lookup, @Query, @Update and @Send",
                        "date(Date, long, Map) parameter 1 is a Date, which has no type on the wire: use one of "
                                + allowed,
                        "date(Date, long, Map) parameter 3 is a Map, which has no type on the wire: use one of "
                                + allowed,
                        "futureOfText() returns java.lang.String, " + counts,
                        "generic(long) has type parameters, which a request cannot determine",
                        "generic(long) returns java.util.Optional<T>, " + rows,
                        "nothing(long) returns void, " + rows,
                        "raw() returns a CompletableFuture without a type argument: write CompletableFuture<…>",
                        "scalar(long) returns long, " + rows,
                        "twoEvents(String, String) sends 2 arguments, but an event has exactly one",
                        "updateWithMap() returns java.util.Map<java.lang.String, java.lang.Long>, " + counts,
                        "wildcard() returns java.util.List<? extends dev.sluice.api.Row>, " + rows),
                e.mistakes());
        assertTrue(e.getMessage().startsWith(Wrong.class.getName() + " cannot be made into a client:\n  - bad"));
        e.mistakes().forEach(mistake -> assertTrue(e.getMessage().contains(mistake)));
    }

    @Test
    void shouldRefuseWhatIsNoOpenInterface() {
        assertEquals(List.of("it is no interface"), mistakes(String.class));
        assertEquals(List.of("it is no interface"), mistakes(Lookup.class));
        assertEquals(List.of("it is sealed, so nothing else can implement it"), mistakes(Closed.class));
        assertTrue(mistakes(OfFine.class).get(0).startsWith("one(long) returns T, but a lookup"));
    }

    private static List<String> mistakes(Class<?> type) {
        return assertThrows(DeclarationException.class, () -> Declaration.of(type))
                .mistakes();
    }
}
