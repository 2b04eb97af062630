package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** Does what the commands do that a text names, as Kafka's tools do it. */
record Mending(Admin admin, String text) {

    private static final Pattern SETTING = Pattern.compile(
            "kafka-configs\\.sh .*--alter --entity-type topics --entity-name (\\S+) --add-config (\\S+)=(\\S+)");
    private static final Pattern FEATURE = Pattern.compile("kafka-features\\.sh .* upgrade --feature (\\S+)=(\\d+)");
    private static final Pattern RIGHTS = Pattern.compile(
            "kafka-acls\\.sh .*--add --allow-principal User:NAME((?: --operation \\S+)+)( --resource-pattern-type prefixed)?"
                    + " --(topic|group|transactional-id|cluster)(?: (\\S+))?");
    private static final Pattern OPERATION = Pattern.compile("--operation (\\S+)");

    /** Returns how many commands there were. */
    int all(String user) throws Exception {
        int done = 0;
        for (final MatchResult setting : SETTING.matcher(text).results().toList()) {
            set(admin, setting.group(1), setting.group(2), setting.group(3));
            done++;
        }
        for (final MatchResult feature : FEATURE.matcher(text).results().toList()) {
            update(admin, feature.group(1), Short.parseShort(feature.group(2)), FeatureUpdate.UpgradeType.UPGRADE);
            done++;
        }
        for (final MatchResult rights : RIGHTS.matcher(text).results().toList()) {
            allow(rights, user);
            done++;
        }
        return done;
    }

    /** Returns when the broker knows it. */
    static void set(Admin admin, String topic, String name, String value) throws Exception {
        final ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        admin.incrementalAlterConfigs(Map.of(
                        resource, List.of(new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET))))
                .all()
                .get();
        String is;
        do {
            is = admin.describeConfigs(List.of(resource))
                    .all()
                    .get()
                    .get(resource)
                    .get(name)
                    .value();
        } while (!value.equals(is));
    }

    /** Returns when the broker knows it. */
    static void update(Admin admin, String feature, short level, FeatureUpdate.UpgradeType type) throws Exception {
        admin.updateFeatures(Map.of(feature, new FeatureUpdate(level, type)), new UpdateFeaturesOptions())
                .all()
                .get();
        short is;
        do {
            is = admin.describeFeatures()
                    .featureMetadata()
                    .get()
                    .finalizedFeatures()
                    .get(feature)
                    .maxVersionLevel();
        } while (is != level);
    }

    private void allow(MatchResult rights, String user) throws Exception {
        final ResourceType type = switch (rights.group(3)) {
            case "topic" -> ResourceType.TOPIC;
            case "group" -> ResourceType.GROUP;
            case "cluster" -> ResourceType.CLUSTER;
            default -> ResourceType.TRANSACTIONAL_ID;
        };
        final ResourcePattern resource = new ResourcePattern(
                type,
                type == ResourceType.CLUSTER ? "kafka-cluster" : rights.group(4),
                rights.group(2) == null ? PatternType.LITERAL : PatternType.PREFIXED);
        final List<AclBinding> bindings = new ArrayList<>();
        OPERATION.matcher(rights.group(1)).results().forEach(named -> {
            final AclOperation operation =
                    AclOperation.fromString(named.group(1).replaceAll("(?<=[a-z])(?=[A-Z])", "_"));
            assertTrue(operation != AclOperation.UNKNOWN, named.group());
            bindings.add(new AclBinding(
                    resource, new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.ALLOW)));
        });
        admin.createAcls(bindings).all().get();
        int known;
        do {
            known = 0;
            for (final AclBinding binding : bindings) {
                known += admin.describeAcls(binding.toFilter()).values().get().size();
            }
        } while (known < bindings.size());
    }
}
