CREATE TABLE customer (id BIGINT PRIMARY KEY, name VARCHAR(100));
INSERT INTO customer VALUES (1, 'Ada');
INSERT INTO customer VALUES (2, 'Grace');
