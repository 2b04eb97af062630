package dev.sluice.service.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileSystemKindTest {

    @ParameterizedTest
    @ValueSource(strings = {"nfs", "nfs4", "cifs", "smb3", "9p", "glusterfs", "ceph", "lustre", "fuse.sshfs", "NFS"})
    void shouldWarnWhenAFileSystemIsRemote(String type) {
        assertTrue(QueuePlace.warning(type).orElse("").contains("use a local disk"), type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ext4", "ext2/ext3", "xfs", "btrfs", "zfs", "apfs", "NTFS", "fuseblk"})
    void shouldBeSilentWhenAFileSystemIsLocal(String type) {
        assertEquals(Optional.empty(), QueuePlace.warning(type));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tmpfs", "overlay"})
    void shouldWarnWhenAFileSystemDoesNotLast(String type) {
        assertTrue(QueuePlace.warning(type).isPresent(), type);
    }
}
