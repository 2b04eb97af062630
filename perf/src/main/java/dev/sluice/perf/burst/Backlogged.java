package dev.sluice.perf.burst;

import dev.sluice.api.Requests;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.load.ChangeStream;
import dev.sluice.perf.load.Changes;
import dev.sluice.perf.load.Customers;
import dev.sluice.perf.system.GatewayFile;
import java.util.Random;

/** What a backlog is made of. */
enum Backlogged {
    LOOKUPS(GatewayFile.lookup(Customers.ONE)) {
        @Override
        Source source(Requests requests, long seed) {
            final Random random = new Random(seed);
            return () -> requests.lookup("customer", 1L + random.nextInt(ROWS));
        }
    },
    UPDATES(GatewayFile.changes(Change.UPDATE)) {
        @Override
        Source source(Requests requests, long seed) {
            return new Updates(requests, new ChangeStream(Change.UPDATE, seed));
        }
    };

    /** Of the table that is looked up. */
    static final int ROWS = 10_000;

    private final String declaration;

    Backlogged(String declaration) {
        this.declaration = declaration;
    }

    /** What a gateway's configuration declares for it. */
    String declaration() {
        return declaration;
    }

    /** The requests of that seed. One thread. */
    abstract Source source(Requests requests, long seed);

    /** Writes one request after the other. */
    interface Source {
        void writeNext();
    }

    /** Made in pieces, since all at once would not fit into a small heap. */
    private static final class Updates implements Source {

        private static final int PIECE = 10_000;

        private final Requests requests;
        private final ChangeStream stream;
        private Changes piece;
        private int next = PIECE;

        Updates(Requests requests, ChangeStream stream) {
            this.requests = requests;
            this.stream = stream;
        }

        @Override
        public void writeNext() {
            if (next == PIECE) {
                piece = stream.next(PIECE);
                next = 0;
            }
            requests.executeUpdate(piece.kind().statement(), piece.first()[next], piece.second()[next]);
            next++;
        }
    }
}
