package dev.sluice.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class RowTest {

    private static final Row ADA = Row.of(
            Columns.of(List.of("ID", "FIRST_NAME", "BORN", "PREMIUM", "NOTE")),
            7L,
            "Ada",
            LocalDate.of(1815, 12, 10),
            new BigDecimal("12.50"),
            null);

    record Person(int id, String firstName, LocalDate born) {}

    record Stranger(long id, String lastName) {}

    enum Name {
        Ada
    }

    @Test
    void shouldReadByNameInAnyCaseAndByIndexFromZero() {
        assertEquals("Ada", ADA.getString("first_name"));
        assertEquals(7L, ADA.get(0));
        assertEquals(7, ADA.getInt("Id"));
    }

    @Test
    void shouldListTheColumnsWhenANameIsUnknown() {
        final String message = assertThrows(NoSuchElementException.class, () -> ADA.getString("surname"))
                .getMessage();
        assertTrue(message.contains("surname") && message.contains("FIRST_NAME"), message);
    }

    @Test
    void shouldMapToARecordWhenNamesDifferInCaseAndUnderscores() {
        assertEquals(new Person(7, "Ada", LocalDate.of(1815, 12, 10)), ADA.as(Person.class));
    }

    record City(String name, int zip) {}

    record Holder(String firstName, City city) {}

    record Policy(long id, Holder holder, String brokerName) {}

    @Test
    void shouldMapColumnsBelowANameToANestedRecord() {
        final Columns columns =
                Columns.of(List.of("id", "holder.first_name", "holder.city.NAME", "Holder.City.Zip", "broker.name"));
        assertEquals(
                new Policy(7, new Holder("Ada", new City("London", 4711)), "Bob"),
                Row.of(columns, 7L, "Ada", "London", 4711L, "Bob").as(Policy.class));
        assertEquals(
                new Policy(7, new Holder("Ada", null), null),
                Row.of(columns, 7L, "Ada", null, null, null).as(Policy.class));
        assertEquals(
                new Policy(7, null, null),
                Row.of(columns, 7L, null, null, null, null).as(Policy.class));
        final String message = assertThrows(
                        IllegalStateException.class,
                        () -> Row.of(columns, 7L, "Ada", "London", null, "Bob").as(Policy.class))
                .getMessage();
        assertTrue(message.contains("Holder.City.Zip"), message);
    }

    @Test
    void shouldTakeAColumnThatIsNullForANestedRecordThatIsNotThere() {
        assertEquals(
                new Policy(7, null, "Bob"),
                Row.of(Columns.of(List.of("id", "holder", "broker_name")), 7L, null, "Bob")
                        .as(Policy.class));
    }

    @Test
    void shouldNameTheComponentWhenARecordAsksForMoreThanThereIs() {
        final String message = assertThrows(IllegalArgumentException.class, () -> ADA.as(Stranger.class))
                .getMessage();
        assertTrue(message.contains("lastName") && message.contains("PREMIUM"), message);
    }

    @Test
    void shouldConvertOnlyWhenNothingIsLost() {
        assertEquals(new BigDecimal("7"), ADA.getDecimal("id"));
        assertEquals(BigInteger.valueOf(7), ADA.getBigInteger("id"));
        assertEquals(12.5, ADA.getDouble("premium"));
        assertThrows(IllegalStateException.class, () -> ADA.getLong("premium"));
        assertThrows(IllegalStateException.class, () -> ADA.getLong("first_name"));
        final Row large = Row.of(Columns.of(List.of("N")), 3_000_000_000L);
        assertThrows(IllegalStateException.class, () -> large.getInt("n"));
        final Row fine = Row.of(Columns.of(List.of("N")), new BigDecimal("0.1"));
        assertThrows(IllegalStateException.class, () -> fine.getDouble("n"));
    }

    @Test
    void shouldGiveNullForNullButNeverToAPrimitive() {
        assertNull(ADA.getString("note"));
        assertTrue(ADA.find("note", String.class).isEmpty());
        assertThrows(IllegalStateException.class, () -> ADA.getLong("note"));
    }

    @Test
    void shouldReadAnEnumByItsName() {
        assertEquals(Name.Ada, ADA.find("first_name", Name.class).orElseThrow());
    }

    @Test
    void shouldKeepColumnOrderAndNullsWhenReadAsAMap() {
        assertEquals(
                List.of("ID", "FIRST_NAME", "BORN", "PREMIUM", "NOTE"),
                List.copyOf(ADA.toMap().keySet()));
        assertNull(ADA.toMap().get("NOTE"));
    }

    @Test
    void shouldCompareByContentWhenValuesAreArrays() {
        final Columns columns = Columns.of(List.of("A", "B"));
        assertEquals(
                Row.of(columns, new byte[] {1}, new double[] {2}), Row.of(columns, new byte[] {1}, new double[] {2}));
    }
}
