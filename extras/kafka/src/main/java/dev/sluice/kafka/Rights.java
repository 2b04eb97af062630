package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import dev.sluice.transport.Finding;
import dev.sluice.transport.Finding.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.DescribeClassicGroupsOptions;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeTransactionsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;

/** Checks whether the user of the Kafka clients has the rights that a gateway needs. */
record Rights(Brokers brokers, KafkaAddress address) {

    private static final int LONGEST_MILLIS = 15_000;

    /**
     * Returns the missing rights, each with the command that grants it. Topics that do not exist are skipped.
     *
     * @param shared whether several gateways share the lanes; each of them needs the right to join their consumer group
     */
    List<Finding> lacking(boolean shared) {
        final Map<String, Set<AclOperation>> needed = new TreeMap<>();
        needed.put(address.requests(), EnumSet.of(AclOperation.READ, AclOperation.DESCRIBE_CONFIGS));
        for (final String written : List.of(address.results(), address.control())) {
            needed.put(written, EnumSet.of(AclOperation.READ, AclOperation.WRITE, AclOperation.DESCRIBE_CONFIGS));
        }
        final List<Finding> found = new ArrayList<>();
        needed.forEach((topic, operations) -> has(topic).ifPresent(has -> {
            operations.removeAll(has);
            if (!operations.isEmpty()) {
                final Stream<String> names = operations.stream().map(Rights::name);
                found.add(lacks(Kind.PROBLEM, names.toList(), "the topic " + topic, "--topic " + topic));
            }
        }));
        if (has(address.requests()).isPresent()) {
            transactions().ifPresent(found::add);
        }
        if (shared && !mayJoin()) {
            final String group = address.group();
            found.add(lacks(Kind.PROBLEM, List.of(name(AclOperation.READ)), "the group " + group, "--group " + group));
        }
        if (!brokers.ask(
                        brokers.admin()
                                .describeCluster(new DescribeClusterOptions().includeAuthorizedOperations(true))
                                .authorizedOperations(),
                        "the brokers cannot be described")
                .contains(AclOperation.DESCRIBE)) {
            found.add(lacks(
                    Kind.WARNING,
                    List.of(name(AclOperation.DESCRIBE)),
                    "the cluster, so that the space on its disks is not known",
                    "--cluster"));
        }
        return found;
    }

    /** Returns the rights of this user to a topic; empty if the topic does not exist. */
    private Optional<Set<AclOperation>> has(String topic) {
        try {
            return new Topics(brokers, address).describe(topic).map(TopicDescription::authorizedOperations);
        } catch (final QueueException e) {
            if (e.getCause() instanceof AuthorizationException) {
                return Optional.of(Set.of());
            }
            throw e;
        }
    }

    private boolean mayJoin() {
        try {
            return brokers.ask(
                            brokers.admin()
                                    .describeClassicGroups(
                                            List.of(address.group()),
                                            new DescribeClassicGroupsOptions().includeAuthorizedOperations(true))
                                    .describedGroups()
                                    .get(address.group()),
                            "the group " + address.group() + " cannot be described")
                    .authorizedOperations()
                    .contains(AclOperation.READ);
        } catch (final QueueException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) { // the group has no member yet
                return true;
            }
            if (e.getCause() instanceof AuthorizationException) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Checks the right to write in transactions by describing a transaction. If the user may not describe it, the user may not
     * write either, because the right to write includes the right to describe.
     */
    private Optional<Finding> transactions() {
        final String id = address.transactionalId();
        try {
            brokers.ask(
                    brokers.admin()
                            .describeTransactions(
                                    List.of(id), new DescribeTransactionsOptions().timeoutMs(LONGEST_MILLIS))
                            .description(id),
                    "there is no coordinator of transactions");
            return Optional.empty();
        } catch (final QueueException e) {
            if (e.getCause() instanceof TransactionalIdNotFoundException) { // no gateway has run yet
                return Optional.empty();
            }
            return Optional.of(
                    e.getCause() instanceof AuthorizationException
                            ? lacks(
                                    Kind.PROBLEM,
                                    List.of(name(AclOperation.WRITE)),
                                    "in transactions",
                                    "--resource-pattern-type prefixed --transactional-id sluice." + address.name()
                                            + ".")
                            : new Finding(Kind.PROBLEM, String.valueOf(e.getMessage())));
        }
    }

    private Finding lacks(Kind kind, List<String> operations, String what, String resource) {
        return new Finding(
                kind,
                "the user may not " + String.join(", ", operations) + " " + what + "; run "
                        + address.command(
                                "kafka-acls",
                                "--add --allow-principal User:NAME"
                                        + operations.stream()
                                                .map(name -> " --operation " + name)
                                                .collect(Collectors.joining())
                                        + " " + resource));
    }

    /** Returns the name as Kafka's tools write it, for example {@code DescribeConfigs}. */
    private static String name(AclOperation operation) {
        return Stream.of(operation.name().split("_"))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }
}
