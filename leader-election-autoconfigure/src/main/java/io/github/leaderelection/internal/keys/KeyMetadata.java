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

	/** Written by the annotation processor, which has put the other one in. */
	static final String PROCESSED = "META-INF/spring-configuration-metadata.json";

	/** Written by hand; alone where no processor runs. */
	static final String ADDITIONAL = "META-INF/additional-spring-configuration-metadata.json";

	private static final String OURS = "leader-election";

	private KeyMetadata() {
	}

	/**
	 * Reads what the modules of the election describe, as far as their jars and folders
	 * have kept their names: that takes a few milliseconds.
	 */
	static KnownKeys ofElection(ClassLoader loader) {
		return new KnownKeys(read(loader, PROCESSED, KeyMetadata::isOurs));
	}

	/** Reads what anything on the class path describes. */
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
			// What cannot be read is as if it were not there, which is noticed.
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

	/** A jar in whatever it is nested, or a folder of classes. */
	private static boolean isOurs(String location) {
		if (!location.endsWith("!/")) {
			return location.contains("/" + OURS + "-");
		}
		return location.startsWith(OURS, location.lastIndexOf('/', location.length() - 3) + 1);
	}

}
