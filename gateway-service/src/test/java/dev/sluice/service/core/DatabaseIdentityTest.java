package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.core.footprint.DatabaseIdentity;
import dev.sluice.service.core.footprint.Footprint;
import dev.sluice.service.core.footprint.TableName;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DatabaseIdentityTest {

    private final DatabaseIdentity one = DatabaseIdentity.toBeAsked("one");
    private final DatabaseIdentity other = DatabaseIdentity.toBeAsked("other");

    @Test
    void shouldTakeNamesThatDifferInCaseQuotesOrSchemaForOneTable() {
        one.learn(self("PostgreSQL", "1"), Map.of());
        for (final String name : new String[] {"t", "T", "public.t", "PUBLIC.\"T\"", "`t`", "[t]", "db.public.t"}) {
            assertTrue(conflict(one, "t", one, name), name);
            assertTrue(conflict(one, name, one, "public.t"), name);
        }
        assertFalse(conflict(one, "t", one, "u"));
        assertFalse(conflict(one, "archive.t", one, "public.t"));
        assertFalse(conflict(one, "\"archive.t\"", one, "t"), "a dot within quotes");
    }

    @Test
    void shouldTakeATableWithoutASchemaForAnyOfTheSchemasWhereItIsLookedFor() {
        assertTrue(conflict(one, "archive.t", one, "t"), "as long as that is not known");
        one.learn(self("PostgreSQL", "1", "pg_catalog", "Public"), Map.of());
        assertTrue(conflict(one, "public.t", one, "T"));
        assertFalse(conflict(one, "archive.t", one, "t"));
        other.learn(self("PostgreSQL", "1", "archive"), Map.of());
        assertTrue(conflict(one, "archive.t", other, "t"));
        assertFalse(conflict(one, "t", other, "t"), "two schemas of one database");
    }

    @Test
    void shouldTakeANameForAnyViewUntilTheDatabaseSaysWhichAreViews() {
        assertTrue(conflict(one, "t", one, "v"));
        assertFalse(conflict(one, "t", other, "v"), "one that is away holds up no other");
        one.learn(
                self("PostgreSQL", "1"),
                Map.of(
                        TableName.of("v"), Optional.of(Set.of(TableName.of("public.t"))),
                        TableName.of("any"), Optional.empty()));
        assertTrue(conflict(one, "t", one, "v"));
        assertTrue(conflict(one, "v", one, "v"));
        assertTrue(conflict(one, "u", one, "any"));
        assertFalse(conflict(one, "u", one, "v"));
        other.learn(self("PostgreSQL", "1"), Map.of(TableName.of("w"), Optional.of(Set.of(TableName.of("u")))));
        assertTrue(conflict(one, "u", other, "w"));
        assertFalse(conflict(one, "v", other, "w"));
    }

    @Test
    void shouldTakeADatabaseForAnyOtherUntilItSaysWhichOneItIs() {
        assertTrue(conflict(one, "t", other, "t"));
        one.learn(self("PostgreSQL", "1"), Map.of());
        assertTrue(conflict(one, "t", other, "t"));
        other.learn(self("PostgreSQL", "2"), Map.of());
        assertFalse(conflict(one, "t", other, "t"));
    }

    @Test
    void shouldTakeADatabaseThatCannotSayForAnyOtherOfItsProduct() {
        one.learn(new DatabaseIdentity.Self("Derby", Optional.empty(), Optional.empty()), Map.of());
        other.learn(self("Derby", "2"), Map.of());
        assertTrue(one.mayBe(other));
        final DatabaseIdentity third = DatabaseIdentity.toBeAsked("third");
        third.learn(self("H2", "2"), Map.of());
        assertFalse(one.mayBe(third));
    }

    @Test
    void shouldNotTakeAServiceForADatabase() {
        assertFalse(DatabaseIdentity.named("crm").mayBe(one));
        assertFalse(one.mayBe(DatabaseIdentity.named("crm")));
        assertTrue(DatabaseIdentity.named("crm").mayBe(DatabaseIdentity.named("crm")));
    }

    @Test
    void shouldKeepTheOrderOfUpdatesOfTwoConfiguredDatabasesWhereTheyConflict() {
        assertTrue(update(one, "t").ordersUpdatesWith(update(one, "u")));
        assertTrue(update(one, "t").ordersUpdatesWith(update(other, "t")));
        assertFalse(update(one, "t").ordersUpdatesWith(update(other, "u")));
    }

    @Test
    void shouldPrintATableWithItsSchema() {
        assertEquals(
                "one reads [] writes [a.t, u]",
                Footprint.update(one, names(), names("U", "\"A\".t")).toString());
    }

    private static boolean conflict(DatabaseIdentity here, String written, DatabaseIdentity there, String read) {
        final boolean conflict = update(here, written).conflictsWith(Footprint.read(there, names(read)));
        assertEquals(conflict, Footprint.read(there, names(read)).conflictsWith(update(here, written)));
        return conflict;
    }

    private static Footprint update(DatabaseIdentity database, String written) {
        return Footprint.update(database, names(), names(written));
    }

    private static Optional<Set<String>> names(String... names) {
        return Optional.of(Set.copyOf(Arrays.asList(names)));
    }

    private static DatabaseIdentity.Self self(String product, String id, String... schemas) {
        return new DatabaseIdentity.Self(
                product, Optional.of(id), schemas.length == 0 ? Optional.empty() : Optional.of(Set.of(schemas)));
    }
}
