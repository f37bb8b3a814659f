package io.github.leaderelection.store.jdbc;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Registers hints for a native image: classes that identify libraries, and table scripts.
 */
final class JdbcHints implements RuntimeHintsRegistrar {

	/** The class names as in the sources. */
	static final List<String> LOOKED_FOR = List.of("com.zaxxer.hikari.HikariDataSource", "org.postgresql.PGConnection");

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		LOOKED_FOR.forEach((name) -> hints.reflection().registerTypeIfPresent(classLoader, name));
		hints.resources().registerPattern("io/github/leaderelection/jdbc/*.sql");
	}

}
