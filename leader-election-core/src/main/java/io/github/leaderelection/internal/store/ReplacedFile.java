package io.github.leaderelection.internal.store;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

import org.jspecify.annotations.Nullable;

/**
 * A file beside the ballot of a group that is replaced as a whole: a crash leaves the old
 * or the new content. The lock of the ballot keeps other nodes away.
 */
public final class ReplacedFile {

	private final Path directory;

	private final Path path;

	private final Path next;

	/**
	 * Names a file; touches nothing.
	 * @param directory the state directory, which exists once the ballot is open
	 * @param suffix what the name ends with, such as {@code .metadata}
	 */
	public ReplacedFile(Path directory, String group, String suffix) {
		String name = BallotFileName.of(group);
		this.directory = directory;
		this.path = directory.resolve(name.substring(0, name.lastIndexOf('.')) + suffix);
		this.next = directory.resolve(this.path.getFileName() + ".next");
	}

	/** Returns the content, null if there is no file. */
	public byte @Nullable [] read() throws IOException {
		try {
			return Files.readAllBytes(this.path);
		}
		catch (NoSuchFileException ex) {
			return null;
		}
	}

	/** Replaces the content; returns when it survives a loss of power. */
	public void replace(byte[] bytes) throws IOException {
		Files.deleteIfExists(this.next);
		Files.createFile(this.next, OwnerOnly.file(this.next));
		try (FileOutputStream out = new FileOutputStream(this.next.toFile())) {
			out.write(bytes);
			out.getFD().sync();
		}
		Files.move(this.next, this.path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
		StateDirectory.force(this.directory);
	}

	@Override
	public String toString() {
		return this.path.toString();
	}

}
