package dev.sluice.perf.kafka;

import dev.sluice.api.Requests;
import dev.sluice.client.GatewayClient;
import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.internal.wire.MessageReader;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.perf.lab.ChildJvm;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.Opened;
import dev.sluice.testsupport.GatewayYaml;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A gateway on a Kafka lane. When many requests are measured, the client is closed after it has written them, so that only the
 * plain consumer reads the results.
 */
final class SluiceOnKafka implements LookupWorker {

    /** The prefix of the topics {@code NAME.requests} and {@code NAME.results}. */
    private static final String NAME = "sluice";

    private final String address;
    private final Opened opened = new Opened();
    private final HostedGateways gateways;
    private final CommittedResults results;
    private long[] asked = {};
    private List<byte[]> answers = List.of();
    private Optional<Accounts> lone = Optional.empty();

    /** The declared lookups of a job. */
    interface Accounts {
        Account account(long id);
    }

    SluiceOnKafka(Cluster cluster, Database database, Path directory, List<String> options)
            throws IOException, InterruptedException {
        this.address = cluster.createLane(NAME);
        try {
            this.gateways = opened.add(HostedGateways.start(directory, options.toArray(String[]::new)));
            gateways.serveAsConfigured(directory, configuration(database).with("queues.path", address));
            this.results = opened.add(new CommittedResults(cluster.bootstrap(), NAME + ".results"));
        } catch (final IOException | InterruptedException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** Returns the configuration of a gateway that looks up accounts. The caller adds the address of the queues. */
    static GatewayYaml configuration(Database database) {
        return database.declaredIn(new GatewayYaml("perf"))
                .with("chunk.limit", ByHand.POLL)
                .with("lookups." + Account.LOOKUP + ".sql", Account.BY_ID)
                .with("lookups." + Account.LOOKUP + ".types", List.of("long"));
    }

    @Override
    public ChildJvm worker() {
        return gateways.jvm();
    }

    @Override
    public void ask(long[] ids) {
        results.begin();
        asked = ids;
        try (GatewayClient client = GatewayClient.builder(address).open()) {
            final Requests requests = client.requests();
            for (final long id : ids) {
                requests.lookup(Account.LOOKUP, id);
            }
        }
    }

    @Override
    public void await() {
        answers = results.await(asked.length, gateways.jvm());
    }

    @Override
    public void check() {
        final AnswersInOrder check = new AnswersInOrder(asked);
        final MessageReader reader = new MessageReader();
        final KnownColumns columns = new KnownColumns();
        for (final byte[] answer : answers) {
            ResultFrame.decode(answer, 0, answer.length, reader, columns).deliver(check);
        }
        check.checkAll();
    }

    @Override
    public Account ask(long id) {
        if (lone.isEmpty()) {
            final GatewayClient client =
                    opened.add(GatewayClient.builder(address).open());
            lone = Optional.of(client.futures(Runnable::run).declare(Accounts.class));
        }
        return lone.get().account(id);
    }

    @Override
    public void close() {
        opened.close();
    }
}
