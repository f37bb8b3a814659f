package io.github.leaderelection.internal.store;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The permissions of new state: for its owner alone, on file systems with POSIX
 * permissions.
 */
final class OwnerOnly {

	private OwnerOnly() {
	}

	static FileAttribute<?>[] file(Path path) {
		return permissions(path, "rw-------");
	}

	static FileAttribute<?>[] directory(Path path) {
		return permissions(path, "rwx------");
	}

	private static FileAttribute<?>[] permissions(Path path, String permissions) {
		if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
			return new FileAttribute<?>[0];
		}
		return new FileAttribute<?>[] {
				PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)) };
	}

}
