package io.github.leaderelection.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/**
 * Puts the listener of partitions into the application that has an assignment.
 */
@AutoConfiguration
@ConditionalOnProperty(ProbeNames.HEARD_OF)
public final class HeardPartitionsAutoConfiguration {

	@Bean
	HeardPartitions heardPartitions(@Value("${" + ProbeNames.HEARD_OF + "}") String assignment,
			@Value("${" + ProbeNames.DIRECTORY + "}") Path directory) {
		Path own = directory.resolve(assignment);
		try {
			Files.createDirectories(own);
			return new HeardPartitions(assignment, EventFile.create(own.resolve(ProbeNames.EVENTS)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
