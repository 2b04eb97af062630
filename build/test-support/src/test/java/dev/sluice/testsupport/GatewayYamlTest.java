package dev.sluice.testsupport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class GatewayYamlTest {

    @Test
    void shouldWriteSectionsInTheirOrderWhenKeysAreSetByTheirPaths() {
        final GatewayYaml yaml = new GatewayYaml("perf", Path.of("/tmp/it's here"))
                .with("chunk.limit", 7)
                .with("lookups.customer.sql", "SELECT 'a' FROM t WHERE id = ?")
                .with("lookups.customer.types", List.of("long"))
                .with("chunk.linger", "2ms");
        assertEquals("""
                name: 'perf'
                queues:
                  path: '/tmp/it''s here'
                chunk:
                  limit: 7
                  linger: '2ms'
                lookups:
                  customer:
                    sql: 'SELECT ''a'' FROM t WHERE id = ?'
                    types: ['long']
                """, yaml.toString());
    }
}
