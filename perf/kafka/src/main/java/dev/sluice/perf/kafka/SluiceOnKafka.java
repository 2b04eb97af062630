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

/** A gateway on a lane of Kafka. Whoever asks for many opens a client for it, so that none reads beside the plain consumer. */
final class SluiceOnKafka implements Way {

    /** Options of each worker's JVM: more memory than any of them needs. */
    static final List<String> OPTIONS = List.of("-Xms256m", "-Xmx256m");

    private final String address;
    private final Opened opened = new Opened();
    private final HostedGateways gateways;
    private final CommittedResults results;
    private long[] asked = {};
    private List<byte[]> answers = List.of();
    private Optional<Accounts> lone = Optional.empty();

    /** The lookups of a job. */
    interface Accounts {
        Account account(long id);
    }

    /** @param name of the topics {@code NAME.requests} and {@code NAME.results}, which are there */
    SluiceOnKafka(Cluster cluster, String name, int lane, Database database, Path directory, List<String> options)
            throws IOException, InterruptedException {
        this.address = cluster.lane(name, lane);
        try {
            this.gateways = opened.add(HostedGateways.start(directory, options.toArray(String[]::new)));
            gateways.serveAsConfigured(directory, configuration(database).with("queues.path", address));
            this.results = opened.add(new CommittedResults(cluster.bootstrap(), name + ".results", lane));
        } catch (final IOException | InterruptedException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** A gateway that is asked for accounts; its queues are to be added. */
    static GatewayYaml configuration(Database database) {
        return database.declaredIn(new GatewayYaml("perf"))
                .with("chunk.limit", ByHand.POLL)
                .with("lookups." + Account.LOOKUP + ".sql", Account.BY_ID)
                .with("lookups." + Account.LOOKUP + ".types", List.of("long"));
    }

    @Override
    public List<ChildJvm> workers() {
        return List.of(gateways.jvm());
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

    /**
     * Reads and checks the results of what was asked, keeps none of them, and looks at the gateway's heap meanwhile, ten times.
     *
     * @return the most bytes in use after a collection
     */
    long mostHeap() throws IOException, InterruptedException {
        final AnswersInOrder check = new AnswersInOrder(asked);
        final MessageReader reader = new MessageReader();
        final KnownColumns columns = new KnownColumns();
        long most = 0;
        int looks = 0;
        for (int read = 0; read < asked.length; results.forget()) {
            for (final byte[] answer : results.await(1, gateways.jvm())) {
                ResultFrame.decode(answer, 0, answer.length, reader, columns).deliver(check);
                read++;
            }
            if (read * 10L >= asked.length * (long) looks) {
                most = Math.max(most, gateways.memory().heap());
                looks++;
            }
        }
        check.checkAll();
        return most;
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
