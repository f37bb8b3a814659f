package io.github.leaderelection.jdbc;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Marks the {@link javax.sql.DataSource} that keeps the lease, so that the lease does not
 * share the application's pool. Define it with
 * {@link org.springframework.context.annotation.Bean @Bean(defaultCandidate = false)}:
 * Spring Boot then still creates the application's own.
 */
@Target({ ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Qualifier
public @interface LeaderElectionDataSource {

}
