package io.github.leaderelection.test.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * One state directory per node, below the directory of the test or a temporary one. Only
 * the temporary one is deleted at the end.
 */
final class StateDirectories implements AutoCloseable {

	private final Path root;

	private final List<NodeId> nodes;

	private final boolean temporary;

	private StateDirectories(Path root, List<NodeId> nodes, boolean temporary) {
		this.root = root;
		this.nodes = nodes;
		this.temporary = temporary;
	}

	static StateDirectories below(@Nullable Path root, List<NodeId> nodes) {
		try {
			Path directory = (root != null) ? root : Files.createTempDirectory("leader-election-test");
			return new StateDirectories(directory, nodes, root == null);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(
					"Cannot create a directory for state: set java.io.tmpdir to a writable directory", ex);
		}
	}

	/** Named by position, because an id may contain what a path must not. */
	Path of(NodeId node) {
		return this.root.resolve("node-" + this.nodes.indexOf(node));
	}

	/**
	 * Runs an action that changes the saved state of a node, and then restores that
	 * state. If the node is unplugged before, this is what a crash of its process leaves.
	 * @param change returns only after the node has closed its files
	 */
	void undoing(NodeId node, Runnable change) {
		Path directory = of(node);
		try {
			Path copy = Files.createTempDirectory("leader-election-crash");
			copy(directory, copy);
			try {
				change.run();
			}
			finally {
				copy(copy, directory);
				delete(copy);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot copy the state of '" + node + "' in " + directory, ex);
		}
	}

	private static void copy(Path from, Path to) throws IOException {
		try (Stream<Path> files = Files.list(from)) {
			for (Path file : files.toList()) {
				Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
			}
		}
	}

	private static void delete(Path directory) throws IOException {
		Files.walkFileTree(directory, new SimpleFileVisitor<>() {

			@Override
			public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
				Files.delete(file);
				return FileVisitResult.CONTINUE;
			}

			@Override
			public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
				if (failure != null) {
					throw failure;
				}
				Files.delete(visited);
				return FileVisitResult.CONTINUE;
			}

		});
	}

	@Override
	public void close() {
		if (this.temporary) {
			try {
				delete(this.root);
			}
			catch (IOException ex) {
				throw new UncheckedIOException("Cannot delete the temporary directory " + this.root, ex);
			}
		}
	}

}
