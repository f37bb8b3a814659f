package io.github.leaderelection.internal.keys;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

import org.springframework.core.io.UrlResource;

/**
 * Finds the metadata of the keys on the class path.
 */
final class KeyMetadata {

	/**
	 * The file written by the annotation processor, which includes the additional one.
	 */
	static final String PROCESSED = "META-INF/spring-configuration-metadata.json";

	/** The file written by hand, alone if no processor runs. */
	static final String ADDITIONAL = "META-INF/additional-spring-configuration-metadata.json";

	private static final String OURS = "leader-election";

	private KeyMetadata() {
	}

	/**
	 * Reads the metadata of the election's modules in a few milliseconds. Finds them only
	 * if their jars and folders have kept their names.
	 */
	static KnownKeys ofElection(ClassLoader loader) {
		return new KnownKeys(read(loader, PROCESSED, KeyMetadata::isOurs));
	}

	/** Reads all metadata on the class path. */
	static KnownKeys ofAll(ClassLoader loader) {
		List<KnownKey> keys = read(loader, ADDITIONAL, (location) -> true);
		keys.addAll(read(loader, PROCESSED, (location) -> true));
		return new KnownKeys(keys);
	}

	private static List<KnownKey> read(ClassLoader loader, String file, Predicate<String> locations) {
		List<KnownKey> keys = new ArrayList<>();
		try {
			for (URL url : Collections.list(loader.getResources(file))) {
				String location = url.toString();
				if (locations.test(location.substring(0, location.length() - file.length()))) {
					read(url, keys);
				}
			}
		}
		catch (IOException ex) {
			// An unreadable file counts as missing, which is detected.
		}
		return keys;
	}

	private static void read(URL url, List<KnownKey> keys) throws IOException {
		String json = new UrlResource(url).getContentAsString(StandardCharsets.UTF_8);
		if (json.contains("\"" + KnownKey.ROOT + ".")) {
			MetadataReader.read(json, (name, type) -> {
				if (name.startsWith(KnownKey.ROOT + ".")) {
					keys.add(KnownKey.of(name, type));
				}
			});
		}
	}

	/**
	 * Whether a location is a jar of the election, even if nested, or a folder of its
	 * classes.
	 */
	private static boolean isOurs(String location) {
		if (!location.endsWith("!/")) {
			return location.contains("/" + OURS + "-");
		}
		return location.startsWith(OURS, location.lastIndexOf('/', location.length() - 3) + 1);
	}

}
